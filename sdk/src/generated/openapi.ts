// Printed by `npm run generate` from docs/openapi.json; do not edit.

export interface paths {
  '/healthz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Alive
     * @description Returns 200 while the process is running. It does not use the database: a supervisor restarts the process if it fails.
     */
    get: operations['checkAlive']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/readyz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Ready to work
     * @description Returns 200 if the process can work: the database responds and is migrated, and the clocks of both agree.
     */
    get: operations['checkReady']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/session': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the session of this request
     * @description Returns the signed-in member, the account, and the CSRF token for requests with other methods than GET and HEAD.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getSession']
    put?: never
    /**
     * Sign in; the response sets the session cookie
     * @description Starts a session in a browser. Programs use an API key instead.
     */
    post: operations['signIn']
    /**
     * Sign out: the session ends at once
     * @description Ends the session of this request and clears its cookie.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    delete: operations['signOut']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/invitations/show': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Show an open invitation: its account, its role, and the inviting member
     * @description For the page that accepts it. The token is in the body, because URLs are logged.
     */
    post: operations['showInvitation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/invitations/accept': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Accept an invitation and sign in; an invitation works once
     * @description With the password that you sign in with by this email already: the account is added to yours. With another one: it becomes the password of a sign-in of its own, and no other sign-in changes.
     */
    post: operations['acceptInvitation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/messages': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List messages, newest first
     * @description Newest first. With the filters `message_template_id`, `message_template_name`, `seen` or `status`, a search
     *     reads a bounded number of messages. A page may then have fewer rows than `limit`, or none. More may follow until
     *     `next_cursor` is null.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listMessages']
    put?: never
    /**
     * Create and send a message
     * @description Sends the message at once, or at `send_at`. Creates one delivery per live channel of the template.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createMessage']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/messages/batch': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create and send many messages
     * @description Each message is created whole or not at all, independently of the others. The results are in the order of the request. With an idempotency key, one transaction creates all valid messages. If it takes longer than 4 seconds, the remaining messages are not tried and get overloaded: send these again, with another key. If templates take too long to render, alone or all together, or if the messages with their texts take more than 16 MiB of JSON, the remaining messages are refused with template_limit: send fewer at once.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createMessages']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/messages/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Preview a message; nothing is stored
     * @description The response has at most 1 MiB of channel texts: `channels_left_out` counts the channels without texts.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['previewMessage']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/messages/new_messages_for': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List all sent messages a recipient has not seen, newest first
     * @description Give `notification_user_id` or `external_user_id`; if you give both, they must name the same recipient. Without `limit` you get all of them, or the newest 10000. With `limit` the search reads a bounded number of messages, so a page may have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listNewMessages']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/messages/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a message
     * @description Returns the message with its rendered texts and the status of each of its deliveries.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getMessage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Move a scheduled message to another time
     * @description Works only while the message is scheduled. If the time is in the past, the message is sent at once.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['rescheduleMessage']
    trace?: never
  }
  '/api/v1/messages/{id}/render_message': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the rendered subject and body of a message and of each of its channels
     * @description Returns the stored texts. A channel without its own text has the text of the message.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['renderMessage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/messages/{id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel the scheduled deliveries of a message
     * @description Dispatched deliveries are not canceled.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['cancelMessage']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/messages/{id}/mark_as_seen': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Mark a message as seen, also in the inbox; its push deliveries become opened
     * @description Use it for your own inbox: it sets `seen_at`. Repeating it changes nothing.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['markMessageAsSeen']
    trace?: never
  }
  '/api/v1/messages/{id}/mark_as_delivered': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Mark a message as delivered; its push deliveries become delivered
     * @description Use it in an application after it received a push: it sets `delivered_at`. Repeating it changes nothing.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['markMessageAsDelivered']
    trace?: never
  }
  '/api/v1/messages/{id}/send_again': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a message again on the channels on which it failed
     * @description Creates a message with the same recipient, template, attributes and language, from the current texts of the template.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['sendMessageAgain']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_resends': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the last 100 resends of messages, newest first
     * @description Older resends are removed.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listMessageResends']
    put?: never
    /**
     * Send many failed messages again
     * @description Sends messages again, only on the channels on which they failed. Name at most 1,000 messages, or give
     *     filters of their failed deliveries. The service skips a message that was sent again before, and a channel on which another send
     *     cannot arrive, for example to a suppressed address. Sends are queued in small steps, so other messages do not wait. The resend
     *     shows its progress. An account has one running resend. A resend has at most 10,000 messages, the newest: if
     *     `has_more` is true, call again after it has finished.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['startMessageResend']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_resends/count': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Count the messages of a resend; nothing is sent
     * @description The body is the same as for a resend.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['countMessageResend']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_resends/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the progress of a resend
     * @description Shows how many of its messages are sent again, or skipped.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getMessageResend']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_resends/{id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel a resend; created messages are sent
     * @description Works only until the resend has finished.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['cancelMessageResend']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/deliveries/{id}/retry': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Repeat the send of a delivery now
     * @description The delivery must have the status `retrying`. The send is one of its six, and the pause after it follows the schedule.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['retryDelivery']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/deliveries/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a delivery, as in the body of its events
     * @description The delivery has no root key: it is identical to `data.delivery` of an event.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getDelivery']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/deliveries/{id}/timeline': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the timeline of a delivery: states, sends, and events with their attempts, in order
     * @description Shows the result of each send and each webhook attempt, with its time and its error.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getDeliveryTimeline']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/deliveries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List deliveries, newest first
     * @description Newest first. With the filters `status`, `notification_channel_id`, `channel_type`,
     *     `message_template_id`, `message_template_name`, `cause`, `updated_after` or `updated_before`, a search reads a bounded number
     *     of deliveries. A page may then have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listDeliveries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/recent_failures': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the latest failed or bounced deliveries, with their messages
     * @description Returns at most the 20 newest. A new failure appears within seconds.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listRecentFailures']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/deliveries/{id}/explanation': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Explain in one sentence why a delivery did or did not arrive, with the actions that help
     * @description The sentence names the cause, the last send, a suppressed address, and events that your endpoint does not have.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['explainDelivery']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the notification users, newest first
     * @description Notification users are the recipients of messages. Deleted users are not listed.
     *
     *     With `email_starts_with` they are in the order of their email.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listNotificationUsers']
    put?: never
    /**
     * Create a notification user
     * @description Creates a recipient of messages. To create or update it by your own id in one call, use the PUT request.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createNotificationUser']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a notification user
     * @description Returns the addresses and attributes of one recipient.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getNotificationUser']
    put?: never
    post?: never
    /**
     * Delete a notification user: scheduled deliveries are canceled, the external id is free again
     * @description Messages and deliveries stay. You can use the external id again for a new notification user.
     *
     *     With `erase=true` the service erases all personal data of the notification user: its fields and
     *     devices, the texts and attributes of its messages, providers' words in errors, sandbox messages, suppressed addresses,
     *     stored responses. Ids, states and times stay. Deliveries not sent yet are canceled or fail. The response is 200 with the
     *     progress: a long history goes on in the background, and the same request shows how far it is. A notification user that
     *     was deleted before can be erased too, by its id. To erase, an API key needs the role full.
     *
     *     A signed-in member gives the password again to erase, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteNotificationUser']
    options?: never
    head?: never
    /**
     * Change a notification user; attributes are replaced as a whole
     * @description Absent fields stay as they are. null clears a field.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateNotificationUser']
    trace?: never
  }
  '/api/v1/notification_users/by_external_id/{external_user_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * By external id: show a notification user
     * @description Returns the addresses and attributes of one recipient.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getNotificationUserByExternalId']
    /**
     * Create or change the notification user of an external id
     * @description Returns 201 if it created the notification user, 200 if it updated it. Absent fields stay as they are.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    put: operations['upsertNotificationUser']
    post?: never
    /**
     * By external id: delete a notification user: scheduled deliveries are canceled, the external id is free again
     * @description Messages and deliveries stay. You can use the external id again for a new notification user.
     *
     *     With `erase=true` the service erases all personal data of the notification user: its fields and
     *     devices, the texts and attributes of its messages, providers' words in errors, sandbox messages, suppressed addresses,
     *     stored responses. Ids, states and times stay. Deliveries not sent yet are canceled or fail. The response is 200 with the
     *     progress: a long history goes on in the background, and the same request shows how far it is. A notification user that
     *     was deleted before can be erased too, by its id. To erase, an API key needs the role full.
     *
     *     A signed-in member gives the password again to erase, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteNotificationUserByExternalId']
    options?: never
    head?: never
    /**
     * By external id: change a notification user; attributes are replaced as a whole
     * @description Absent fields stay as they are. null clears a field.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateNotificationUserByExternalId']
    trace?: never
  }
  '/api/v1/notification_users/{id}/devices': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the devices of a notification user
     * @description Push deliveries of a notification user go to all these devices.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listDevices']
    put?: never
    /**
     * Register a device; returns 200 if it is already registered
     * @description Push deliveries go to all devices of a notification user.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createDevice']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users/by_external_id/{external_user_id}/devices': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * By external id: list the devices of a notification user
     * @description Push deliveries of a notification user go to all these devices.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listDevicesByExternalId']
    put?: never
    /**
     * By external id: register a device; returns 200 if it is already registered
     * @description Push deliveries go to all devices of a notification user.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createDeviceByExternalId']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users/{id}/devices/{device_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a device
     * @description Returns the platform of a device and its token or subscription.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getDevice']
    put?: never
    post?: never
    /**
     * Remove a device
     * @description Later push deliveries do not go to the device.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteDevice']
    options?: never
    head?: never
    /**
     * Change a device
     * @description Use it if the token or subscription of a device was renewed.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateDevice']
    trace?: never
  }
  '/api/v1/notification_users/by_external_id/{external_user_id}/devices/{device_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * By external id: show a device
     * @description Returns the platform of a device and its token or subscription.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getDeviceByExternalId']
    put?: never
    post?: never
    /**
     * By external id: remove a device
     * @description Later push deliveries do not go to the device.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteDeviceByExternalId']
    options?: never
    head?: never
    /**
     * By external id: change a device
     * @description Use it if the token or subscription of a device was renewed.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateDeviceByExternalId']
    trace?: never
  }
  '/api/v1/notification_users/{id}/preferences': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a notification user's preferences
     * @description Lists each topic with each type of channel. Without a choice of the notification user, it is enabled.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getPreferences']
    /**
     * Change a notification user's preferences; the choices that are not listed stay
     * @description A required topic cannot be disabled. Scheduled messages are judged when they are dispatched.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    put: operations['updatePreferences']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users/by_external_id/{external_user_id}/preferences': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * By external id: show a notification user's preferences
     * @description Lists each topic with each type of channel. Without a choice of the notification user, it is enabled.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getPreferencesByExternalId']
    /**
     * By external id: change a notification user's preferences; the choices that are not listed stay
     * @description A required topic cannot be disabled. Scheduled messages are judged when they are dispatched.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    put: operations['updatePreferencesByExternalId']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users/{id}/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Make a token with which a notification user's app reads the inbox
     * @description Give the token to the app or page of this recipient. It reads this one inbox, and no other route takes it.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createRecipientToken']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users/by_external_id/{external_user_id}/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * By external id: make a token with which a notification user's app reads the inbox
     * @description Give the token to the app or page of this recipient. It reads this one inbox, and no other route takes it.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createRecipientTokenByExternalId']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users/{id}/export': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export all data of a notification user
     * @description Streams all data of one notification user: its fields, devices, suppressed addresses, messages with their texts
     *     and attributes, deliveries, sends, reports of mail servers, events, webhook attempts, sandbox messages and the inbox. A deleted notification user can be
     *     exported until it is erased. The response is complete if its JSON is. Rows may change during the export.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    get: operations['exportNotificationUser']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_users/by_external_id/{external_user_id}/export': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * By external id: export all data of a notification user
     * @description Streams all data of one notification user: its fields, devices, suppressed addresses, messages with their texts
     *     and attributes, deliveries, sends, reports of mail servers, events, webhook attempts, sandbox messages and the inbox. A deleted notification user can be
     *     exported until it is erased. The response is complete if its JSON is. Rows may change during the export.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    get: operations['exportNotificationUserByExternalId']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/delivery_counts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Count the deliveries by outcome over time
     * @description Counts each delivery once, by its present status, at the time of its creation. The period ends now, and its last
     *     bucket is still filling. `before` has the totals of the period of the same length before it. Buckets are hours of 24 hours, 6 hours
     *     of 7 days, otherwise days in UTC. With `since`, the period is from its hour to `until` or now, at most 92 days. Older
     *     counts are of 6 hours or days in UTC, so the edges of an own period may be of that length. Changes are counted within seconds. Groups are the 50 largest, and one of all others.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['countDeliveries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/suppressions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the suppressed addresses, newest first
     * @description Nothing is sent to these addresses. An address is added after a bounce or a complaint, or by hand.
     *
     *     With the filter `address_part`, a search reads a bounded number of addresses. A page may then have fewer
     *     rows than `limit`, or none. More may follow until `next_cursor` is null.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listSuppressions']
    put?: never
    /**
     * Suppress an address: nothing more is sent to it
     * @description Later deliveries to the address fail, and nothing is sent.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createSuppression']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/suppressions/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Remove a suppression: messages can be sent to the address again
     * @description Deliveries stay failed if they failed because of the suppression.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteSuppression']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/sandbox_messages': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the sandbox messages, newest first
     * @description Lists the messages sent to channels of the provider `sandbox`. A page may have fewer rows than `limit` although more follow.
     *
     *     Newest delivery first. Test messages of channels are not listed. With `notification_user_id` or
     *     `external_user_id`, a search reads a bounded number of the recipient's deliveries. A page may then have fewer rows than
     *     `limit`, or none. More may follow until `next_cursor` is null.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listSandboxMessages']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/sandbox_messages/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the sandbox message of a delivery
     * @description The id is the id of the delivery.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getSandboxMessage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/sandbox_messages/{id}/report': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Report a result, as the callback of a provider would
     * @description Records that the message was delivered, bounced or opened. The id is the id of the delivery.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['reportSandboxMessage']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/event_counts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Count the events by hour and type
     * @description Counts the hours up to now, oldest first. If there are no events of a type in an hour, the hour has no row for it. New events are counted within seconds.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['countEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/live': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Stream the events as they are emitted
     * @description Server-sent events. Each message `events` contains `{"events": [{"id", "type", "delivery_id", "created_at"}]}`:
     *     the events since the previous message, in the order of the event feed and without gaps. The `id` of a message is a
     *     cursor of this feed. To continue from a cursor, send it as `Last-Event-ID` or `after`; without a cursor the stream
     *     starts now. A stream ends after a minute, or within 10 seconds of its key or session: then connect again. An account may have 20 streams at a time.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['followEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_events/newest': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the newest events, newest first
     * @description For people, newest first. A receiver that must miss nothing reads `GET /api/v1/webhook_events`. With the
     *     filter `type` or `state`, a search reads a bounded number of events, and with `notification_user_id` the events of a bounded number of
     *     deliveries. A page may then have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listNewestWebhookEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the events, oldest first, without gaps
     * @description Every event of the account, oldest first. New events always come after your cursor, so you miss
     *     none. The last page has a `next_cursor` too: use it later to read new events. With the filter `type` or `state`, a search
     *     reads a bounded number of events. A page may then have fewer rows than `limit`, or none. If more events follow, the
     *     response has the header `Link` with `rel="next"`. After a restore of the service's database, some events may come
     *     again: drop repeated events by `id`.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listWebhookEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_events/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show an event with its body and its attempts
     * @description Returns the exact signed body, and all attempts.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getWebhookEvent']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Search recipients, deliveries, messages, templates, events and requests
     * @description Returns at most 20 results, the most useful first. A text finds recipients by the start of
     *     each word of their name or email, and by the start of their external id or phone number. The best of them are followed by their newest
     *     deliveries. It also finds messages by their whole reference, templates by a part of the name, and the newest 500 messages by a part of the subject.
     *     `#42` finds the delivery, message, recipient or template with this id. An id like `evt_...` finds the event, and
     *     `req_...` the request in the log with its messages. Upper and lower case are the same. So are names with
     *     and without accents, and their words may come in any order: `Lovelace, Ada`.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['search']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/requests': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the changes and refused requests of the last 7 days, newest first
     * @description Each account has a rate. Above it, requests are not recorded.
     *
     *     With the filters `method`, `path`, `status` or `actor`, a search reads a bounded number of requests. A page may
     *     then have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listRequests']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/providers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the providers and their settings
     * @description Each provider describes its settings with a JSON Schema.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listProviders']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_channels/{id}/test_send': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a test message at once and return the response of the provider
     * @description A test message creates no delivery and no events. The channel may be inactive. The limit is 6 per minute for a channel and 30 for an account.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['testSend']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_channels/test_connection': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Test the settings of a channel before you save it
     * @description The body is the same as for a new channel. The service connects to the provider and checks the credentials by the cheapest call. It sends no message and stores nothing. The limit is 30 per minute for an account, together with test messages.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['testConnection']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_channels': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the channels, newest first
     * @description Settings are shown without their secrets.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listNotificationChannels']
    put?: never
    /**
     * Create a channel
     * @description A channel has a type, a provider and the settings of the provider.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createNotificationChannel']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/notification_channels/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a channel
     * @description Settings are shown without their secrets.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getNotificationChannel']
    put?: never
    post?: never
    /**
     * Delete a channel: it is detached from every template, its scheduled deliveries are canceled
     * @description Finished deliveries stay as they are.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteNotificationChannel']
    options?: never
    head?: never
    /**
     * Change a channel; absent settings stay as they are
     * @description Absent fields stay as they are. In `settings`, null removes a setting.
     *
     *     A signed-in member gives the password again to change `provider` or `settings`, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateNotificationChannel']
    trace?: never
  }
  '/api/v1/topics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the topics, newest first
     * @description A template names its topic. Recipients choose for each topic if they get it.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listTopics']
    put?: never
    /**
     * Create a topic
     * @description Then set the topic of the templates.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createTopic']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/topics/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a topic
     * @description Recipients see its label and its description.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getTopic']
    put?: never
    post?: never
    /**
     * Delete a topic; templates must not have it
     * @description The name is free again.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteTopic']
    options?: never
    head?: never
    /**
     * Change a topic
     * @description If a topic becomes required, the choices of recipients have no effect. They stay stored.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateTopic']
    trace?: never
  }
  '/api/v1/preference_page': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the look of the pages for recipients
     * @description On these pages recipients unsubscribe and choose.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getPreferencePage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change the look of the pages for recipients
     * @description Absent fields stay as they are. The service chooses a readable color for texts.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updatePreferencePage']
    trace?: never
  }
  '/api/v1/recipient_signing_keys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the keys that sign recipient tokens, newest first
     * @description Each key signs tokens of recipients. Without a key, the service makes one for the first token.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listRecipientSigningKeys']
    put?: never
    /**
     * Create a key that signs recipient tokens; its secret is shown only once
     * @description With the secret, your own server can sign tokens of recipients.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createRecipientSigningKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/recipient_signing_keys/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete a key that signs recipient tokens; its tokens are refused from then on
     * @description To rotate a key, create a new one first. Open streams end within 5 minutes.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteRecipientSigningKey']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_templates': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the templates, newest first
     * @description Each template is listed with its channels.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listMessageTemplates']
    put?: never
    /**
     * Create a template
     * @description A template has texts in Liquid, and the channels for its messages.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createMessageTemplate']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_templates/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a template
     * @description Returns the texts of the newest version, and the channels.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getMessageTemplate']
    put?: never
    post?: never
    /**
     * Delete a template. Its messages stay, and scheduled deliveries are still sent
     * @description You can use its name again.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteMessageTemplate']
    options?: never
    head?: never
    /**
     * Change a template; the lists of channels and locales are each replaced as a whole
     * @description Absent fields stay as they are. A changed text creates a new version.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateMessageTemplate']
    trace?: never
  }
  '/api/v1/message_templates/{id}/versions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the versions of a template with their texts, newest first
     * @description Each version shows its channels of that time. Some may be deleted now.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listTemplateVersions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_templates/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Render texts with sample values; nothing is stored
     * @description To preview a stored template with an existing recipient, use `POST /api/v1/messages/preview`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['previewMessageTemplate']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_templates/by_name/{name}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Create or change the template of a name
     * @description Returns 201 if it created the template, 200 if it changed it. A new template needs a body. Absent fields stay as they are.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    put: operations['upsertMessageTemplate']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/message_templates/{id}/draft': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the draft of a template
     * @description The members of the account share the draft of a template. Messages never use it.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getTemplateDraft']
    /**
     * Save a draft of a template, beside the version in use
     * @description The draft has all fields of the template. Its texts may have mistakes. To put it in use, send its fields with `PATCH /api/v1/message_templates/{id}` and its revision as `draft_revision`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    put: operations['saveTemplateDraft']
    post?: never
    /**
     * Discard the draft of a template
     * @description The version in use stays as it is.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteTemplateDraft']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/partials': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the partials, newest first
     * @description A partial is a Liquid text with a name. Templates use it with `{% render 'name' %}` or `{% layout 'name' %}`.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listPartials']
    put?: never
    /**
     * Create a partial
     * @description Then templates and other partials can use its name.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createPartial']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/partials/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a partial
     * @description Returns the text of the newest version, and the templates that use it.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getPartial']
    put?: never
    post?: never
    /**
     * Delete a partial; no template or partial may use it
     * @description You can use its name again.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deletePartial']
    options?: never
    head?: never
    /**
     * Change the text of a partial for all templates that use it
     * @description The text creates a new version. Messages that are created from now on use it. The name never changes.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updatePartial']
    trace?: never
  }
  '/api/v1/partials/{id}/versions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the versions of a partial with their texts, newest first
     * @description To restore a version, send its text with PATCH.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listPartialVersions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the account's webhook endpoint
     * @description An account has at most one webhook endpoint.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listWebhookEndpoints']
    put?: never
    /**
     * Register the webhook endpoint; the secret is shown only once
     * @description From now on, every event is POSTed to the URL and signed with the secret.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['createWebhookEndpoint']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a webhook endpoint
     * @description Shows whether the endpoint is active, and its consecutive failures. The secret is not shown.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getWebhookEndpoint']
    put?: never
    post?: never
    /**
     * Delete the webhook endpoint; its pending events are dropped
     * @description The events stay in the feed.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    delete: operations['deleteWebhookEndpoint']
    options?: never
    head?: never
    /**
     * Change the URL, the format of signatures or the content of events, pause or resume
     * @description A paused endpoint gets no events. To enable a disabled endpoint, call `reactivate`.
     *
     *     A signed-in member gives the password again to change `url`, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateWebhookEndpoint']
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/rotate_secret': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a new secret; it is shown only once
     * @description The old secret stops working at once. With `overlap_seconds`, requests are signed with both secrets during this time.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['rotateWebhookSecret']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/reactivate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Enable a disabled webhook endpoint again and reset its failures
     * @description Use it after the endpoint was disabled because of too many consecutive failures.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['reactivateWebhookEndpoint']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/attempts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the 50 most recent attempts, newest first
     * @description An attempt is one POST of one event.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listWebhookAttempts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/end_overlap': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * End the overlap of a rotation: the previous secret stops working
     * @description The previous secret stops working at once. Without an overlap, nothing changes.
     *
     *     Without an overlap, nothing changes.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['endWebhookSecretOverlap']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/dismiss_missing': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Dismiss the missing events: the dashboard no longer tells them to any member
     * @description The events stay as they are, and can still be replayed.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['dismissMissingEvents']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/test_connection': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * POST a ping once now, also while the endpoint is paused or disabled
     * @description The response has the result. The ping is signed like an event, but is not stored, not repeated, and not counted as a failure. If it succeeds, the endpoint is no longer failing.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['testWebhookConnection']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a ping event like every other event; the attempts show the result
     * @description At most six times a minute.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['testWebhookEndpoint']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/stats': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the statistics of a webhook endpoint
     * @description Counts events and attempts up to now.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getWebhookStats']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the current health of a webhook endpoint, from its newest attempts
     * @description You can call it often: it reads a bounded number of attempts.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getWebhookHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_test_requests': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the 100 newest requests that the test receiver got in the last 24 hours, newest first
     * @description A webhook URL of the test receiver turns it on.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listWebhookTestRequests']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_events/{id}/resend': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send an event again; its attempts show the result
     * @description Starts a new series of attempts with the same id and body.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['resendWebhookEvent']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/replay': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send past events again
     * @description Sends the account's stored events from `since` up to, but not including, `until` again, oldest
     *     first, with the same id and body. Each event gets a new series of attempts. Without `until` there is no upper limit.
     *     Without `states`, the replay includes `failed` and `skipped` events, also events emitted without an endpoint. Pending
     *     events are not touched. Events are queued in small steps, as fast as the receiver takes them, so new events do not wait.
     *     The replay shows its progress. While the endpoint is paused or disabled, the replay is held. One call includes at most
     *     100,000 events: if the count reaches this number, call again after the replay has finished.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['startReplay']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/replay_count': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Count the events of a replay; nothing is sent
     * @description The body is the same as for a replay.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['countReplay']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/replays': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the last 100 replays, newest first
     * @description Older replays are removed.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listReplays']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/replays/{replay_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the progress of a replay
     * @description Shows the status of the replay, and how many of its events are queued.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['getReplay']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel a replay; queued events stay queued
     * @description Works only while the replay is running or held.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    post: operations['cancelReplay']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/mails': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the service's own mails to the account's owners, newest first
     * @description For example the mail about a disabled webhook endpoint.
     *
     *     Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listMails']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/account': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the account, its limits and its deliveries of this month
     * @description If a limit is null, there is no limit.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    get: operations['getAccount']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change the name, the origins of the pages that show the inbox, or the template of mails by SMTP
     * @description Pages of these origins may read the inboxes of your recipients.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    patch: operations['updateAccount']
    trace?: never
  }
  '/api/v1/audit_log': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the audit log, newest first
     * @description Lists the changes of the account: the object, the actor, the time and the IP address.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
     */
    get: operations['listAuditEntries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/api_key': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the API key of this request: its role and its account
     * @description Tells a program the rights of its key. It works with a key of any role.
     *
     *     Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: none.
     */
    get: operations['getOwnApiKey']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/api_keys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the API keys, newest first
     * @description Only the last four characters of each key are shown.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `owner`.
     */
    get: operations['listApiKeys']
    put?: never
    /**
     * Create an API key; it is shown only once
     * @description The role of the key limits the allowed requests.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `owner`.
     */
    post: operations['createApiKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/api_keys/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Revoke an API key, at once
     * @description From now on, requests with the key get 401.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: `full`. Allowed roles of members: `owner`.
     */
    delete: operations['revokeApiKey']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/members': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the members, newest first
     * @description Members can sign in to the account.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `owner`.
     */
    get: operations['listMembers']
    put?: never
    /**
     * Add a member; the link of the invitation is shown only once
     * @description The service sends no mail: give the link of the invitation to the member.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `owner`.
     */
    post: operations['createMember']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/members/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show a member
     * @description A member can sign in to the account.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `owner`.
     */
    get: operations['getMember']
    put?: never
    post?: never
    /**
     * Remove a member and end the member's sessions
     * @description The account must keep at least one active owner.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `owner`.
     */
    delete: operations['deleteMember']
    options?: never
    head?: never
    /**
     * Change the role or the name of a member, from the next request on
     * @description The account must keep at least one active owner.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `owner`.
     */
    patch: operations['updateMember']
    trace?: never
  }
  '/api/v1/members/{id}/invite': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a new invitation for an invited member; the previous invitation ends
     * @description The link is shown only once.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `owner`.
     */
    post: operations['inviteMember']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/session/confirm_password': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Give the password again: for 10 minutes, this session needs not give it for other requests
     * @description For requests that need the password. Signing in does not count.
     *
     *     A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    post: operations['confirmPassword']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/session/password': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Change the password; all other sessions end, and this session gets a new cookie
     * @description The current password is required.
     *
     *     With the password of another sign-in with your email, the two become one with the accounts of both. So any other new password counts as a failed guess at it.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    put: operations['changePassword']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/session/account': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Switch to another account of the person; the session gets a new cookie
     * @description The account must be in the list of accounts of the session.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    put: operations['switchAccount']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List your sessions, the most recently used first
     * @description Lists all sessions of the signed-in person.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    get: operations['listSessions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/sessions/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * End one of your sessions at once
     * @description From now on, the cookie of the session is refused.
     *
     *     Allowed roles of API keys: none. Allowed roles of members: `viewer`, `developer`, `owner`.
     */
    delete: operations['endSession']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/inbox/messages': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the messages in the inbox, newest first
     * @description The deliveries of the listed messages become *delivered*.
     */
    get: operations['listInboxMessages']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Mark all messages that are not archived as seen, read or archived
     * @description Give exactly one of `seen`, `read` and `archived`.
     */
    patch: operations['updateAllInboxMessages']
    trace?: never
  }
  '/api/v1/inbox/counts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Count the unseen and the unread messages in the inbox
     * @description Archived messages do not count.
     */
    get: operations['countInboxMessages']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/inbox/messages/{message_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Mark a message in the inbox as seen, read or archived
     * @description A seen message makes its delivery *opened*. Repeating it changes nothing.
     */
    patch: operations['updateInboxMessage']
    trace?: never
  }
  '/api/v1/inbox/preferences': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the preferences of the recipient
     * @description Shows each topic with each type of channel, and what the recipient chose.
     */
    get: operations['getInboxPreferences']
    /**
     * Change the preferences of the recipient; the choices that are not listed stay
     * @description A required topic cannot be disabled.
     */
    put: operations['updateInboxPreferences']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/inbox/stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Stream the changes of the inbox
     * @description Server-sent events of the inbox. `message`: a new message. `change`: a message after a change of its states. `change_all`:
     *     all messages up to `up_to` (null: all) that were not archived have the state. `counts`: the first event, and the last after changes.
     *     `reset`: the cursor was too old, so read the list anew. The `id` of an event is a cursor: to continue without a gap, send it as
     *     `Last-Event-ID` or `last_event_id`. A stream ends after 5 minutes, when the token expires, or within 10 seconds of the deletion of its key: then connect again. A recipient may have
     *     20 streams at a time. Only this route takes the token as the parameter `token` too.
     */
    get: operations['streamInbox']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface webhooks {
  event: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Receive an event
     * @description The service POSTs every change of a delivery, and the ping of a test, to the account's webhook endpoint.
     *     Verify the signature over the exact bytes of the body before you use the body. Respond with a status from 200 to 299 to
     *     confirm the event. After 408, 429, 3xx, 5xx, or no response within 10 seconds, the service retries. Any other 4xx is
     *     final: the event is not sent again, and counts as failed. The same event may come more than once, and events may come
     *     out of order. A delivery has 9 possible states; each event carries the delivery at the time of the event.
     */
    post: operations['receiveEvent']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface components {
  schemas: {
    /**
     * @example {
     *       "error": "Not found",
     *       "code": "not_found",
     *       "docs_url": "/docs/errors#not_found",
     *       "request_id": "req_4fzq1tUR8jXvT0aMwk2d"
     *     }
     */
    Error: {
      /**
       * @description A sentence for people. It may change
       * @example Email is not an email address
       */
      error: string
      /**
       * @description A code for programs. It never changes
       * @example invalid
       */
      code: string
      /**
       * @description The sentences for each field. Only with status 422
       * @example {
       *       "email": [
       *         "is not an email address"
       *       ]
       *     }
       */
      errors?: {
        [key: string]: string[]
      }
      /**
       * @description The address of the code in the documentation. A path if PUBLIC_URL is not set
       * @example text
       */
      docs_url: string
      /**
       * @description The same as the header X-Request-Id
       * @example text
       */
      request_id: string
    }
    Message: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * Format: int64
       * @example 1043
       */
      notification_user_id: number
      /**
       * Format: int64
       * @example 1043
       */
      message_template_id: number
      /**
       * Format: int64
       * @example 1043
       */
      account_id: number
      /**
       * Format: int64
       * @example 1043
       */
      actor_id: number | null
      /** @example true */
      seen: boolean
      /**
       * @description The text of the template when the message was created
       * @example Order A-1
       */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      /** @example Order A-1 */
      rendered_subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      rendered_body: string
      message_attributes: components['schemas']['MessageAttribute'][]
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      send_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      seen_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      delivered_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      canceled_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
      deliveries: components['schemas']['MessageDelivery'][]
      /** @example true */
      critical: boolean
      /**
       * @description The locale of the template whose texts were used. null: the template's own texts
       * @example en
       */
      locale: string | null
      /** @description Channels without a delivery, because of the preferences of the recipient when the message was created */
      skipped_channels: components['schemas']['SkippedChannel'][]
      /**
       * @description Your own word for the message. Absent if it has none
       * @example order-1001
       */
      reference?: string
      /**
       * @description Your own names and texts of the message. Absent if it has none
       * @example {
       *       "order_id": "1001",
       *       "shop": "Bern"
       *     }
       */
      metadata?: {
        [key: string]: string
      }
      /** @description The attachments, without their content. Only if the message has some */
      attachments?: {
        /** @example text */
        filename: string
        /** @example text */
        content_type: string
        /** @example 0 */
        bytes: number
      }[]
      /**
       * @description Absent if the priority is normal
       * @enum {string}
       */
      priority?: 'high' | 'low'
    }
    MessageAttribute: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      /** @example A-1 */
      value: unknown
    }
    MessageDelivery: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      status: components['schemas']['DeliveryStatus']
      notification_channel: components['schemas']['DeliveryChannel']
    }
    SkippedChannel: {
      notification_channel: components['schemas']['DeliveryChannel']
      /**
       * @description `topic_disabled`: the recipient does not want the topic on this type of channel. `recipient_paused`: the recipient has paused messages
       * @enum {string}
       */
      reason: 'topic_disabled' | 'recipient_paused'
    }
    MessageInput: {
      /**
       * @description Your own id of the recipient; blank counts as absent. An integer is taken as its digits
       * @example user-1
       */
      external_user_id?: string | null
      /**
       * Format: int64
       * @example 14
       */
      notification_user_id?: number | null
      /**
       * @description Your own name of the template; blank counts as absent
       * @example welcome_message
       */
      message_template_name?: string | null
      /**
       * Format: int64
       * @example 42
       */
      message_template_id?: number | null
      /**
       * @description The values for the texts of the template: the name `order.id` is the field `id` of `order`
       * @example [
       *       {
       *         "name": "order.id",
       *         "value": "A-1"
       *       }
       *     ]
       */
      message_attributes_attributes?: components['schemas']['MessageAttributeInput'][] | null
      /**
       * @description Another name for message_attributes_attributes. It may also be an object with the names and their values: `{"order.id": "A-1"}`
       * @example {
       *       "order.id": "A-1"
       *     }
       */
      message_attributes?: unknown
      /**
       * Format: int64
       * @example 15
       */
      actor_id?: number | null
      /**
       * @description Your own word for the message, for example the number of an order. Its deliveries and events have it too. Several messages may have the same. An integer is taken as its digits
       * @example order-1001
       */
      reference?: string | null
      /**
       * @description Your own names and texts. The deliveries and events of the message have them too. At most 20 names of 40 characters, texts of 500 characters, 4 KiB in all
       * @example {
       *       "order_id": "1001",
       *       "shop": "Bern"
       *     }
       */
      metadata?: {
        [key: string]: string
      } | null
      /**
       * @description Which sends of a channel go first. `high` goes before all others, and `low` gets one of ten places while others wait. Default: the priority of the template
       * @enum {string|null}
       */
      priority?: 'high' | 'normal' | 'low' | null
      /**
       * @description The recipient's quiet hours do not delay the message. Default false
       * @example false
       */
      critical?: boolean
      /**
       * @description The locale of the texts, of their dates and numbers. Default: the locale of the recipient. If the template has no texts for it, those of the language are used, then the own texts of the template
       * @example pt-BR
       */
      locale?: string | null
      /**
       * Format: date-time
       * @description At most 366 days ahead. If it is absent, null or in the past, the message is sent at once
       * @example 2026-06-08T10:20:00Z
       */
      send_at?: string | null
      /**
       * Format: date-time
       * @description Another name for send_at
       * @example 2026-06-08T10:20:00Z
       */
      scheduled_at?: string | null
      /** @description Files for the mails of the message: at most 10, and 3 MiB together before base64. Not in a batch. They are removed when no delivery is to be sent any more, at the latest after 7 days */
      attachments?:
        | {
            /** @example invoice.pdf */
            filename: string
            /** @example application/pdf */
            content_type: string
            /**
             * @description The bytes in base64
             * @example text
             */
            content: string
            /**
             * @description Puts an image into the HTML of the mail: `<img src="cid:...">`
             * @example text
             */
            content_id?: string | null
          }[]
        | null
      /** @description Creates or updates the recipient with this external_user_id, in the same transaction */
      notification_user?: components['schemas']['NotificationUserInput']
    }
    MessageAttributeInput: {
      /** @example order.id */
      name: string
      /**
       * @description Any JSON, at most 10 KB
       * @example A-1
       */
      value?: unknown
      /**
       * Format: int64
       * @description Ignored. It is allowed, so you can send an attribute back as the API returned it
       * @example 1043
       */
      id?: number | null
    }
    MessageSchedule: {
      /**
       * Format: date-time
       * @description If the time is in the past, the message is sent at once
       * @example 2026-06-08T10:20:00Z
       */
      send_at?: string
      /**
       * Format: date-time
       * @description Another name for send_at
       * @example 2026-06-08T10:20:00Z
       */
      scheduled_at?: string
    }
    MessagePreview: {
      notification_user: {
        /**
         * Format: int64
         * @description null if the message would create the recipient
         * @example 1043
         */
        id: number | null
        /** @example user-1 */
        external_user_id: string | null
        /** @example ada@example.com */
        email: string | null
        /** @example +4366012345678 */
        phone: string | null
        /** @example Ada */
        first_name: string | null
        /** @example Lovelace */
        last_name: string | null
      }
      /**
       * Format: int64
       * @example 1043
       */
      message_template_id: number
      /**
       * @description The locale of the template whose texts were used. null: the template's own texts
       * @example en
       */
      locale: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      send_at: string | null
      /** @example Order A-1 */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      channels: {
        notification_channel: components['schemas']['DeliveryChannel']
        /**
         * @description false if the channel is inactive: it would get no delivery
         * @example true
         */
        live: boolean
        /**
         * @description true if the recipient has no address for the channel
         * @example true
         */
        address_missing: boolean
        /** @example Order A-1 */
        subject: string
        /** @example Hello Ada, order A-1 is on its way. */
        body: string
        /**
         * @description The plain text that an SMS, a push or the inbox gets, for email the text alternative of its HTML. A provider of pushes cuts it to the size of its payload
         * @example Hello Ada, order A-1 is on its way.
         */
        text: string
        /**
         * @description The link in the inbox. null: none
         * @example https://example.com/webhooks
         */
        url: string | null
        email?: {
          /** @example text */
          reply_to?: string
          cc?: string[]
          bcc?: string[]
          /** @example text */
          preheader?: string
          headers?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
        push?: {
          /** @example https://example.com/webhooks */
          url?: string
          /** @example text */
          image_url?: string
          /** @example 0 */
          badge?: number
          /** @example text */
          sound?: string
          /** @example text */
          category?: string
          /** @example text */
          thread_id?: string
          /** @example text */
          collapse_key?: string
          /** @example 0 */
          ttl_seconds?: number
          /** @example text */
          interruption_level?: string
          data?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
      }[]
      /**
       * @description The number of channels left out, because the response has at most 1 MiB of texts
       * @example 0
       */
      channels_left_out: number
      /** @description Channels that would get no delivery now, because of the preferences of the recipient */
      skipped_channels: components['schemas']['SkippedChannel'][]
      /**
       * @description Undefined names in the texts, at most 100: they render empty
       * @example [
       *       "order.id"
       *     ]
       */
      unknown_names: string[]
    }
    MessageSentAgain: {
      /**
       * @description Default: failed, so a recipient gets nothing twice. A channel is left out if another send cannot arrive, for example to a suppressed address. `all` sends on every live channel of the template
       * @enum {string}
       */
      channels?: 'failed' | 'all'
    }
    DeliveryExplanation: {
      /** @example It arrived on Mail at 2026-06-08T10:20:00.000Z. */
      sentence: string
      /**
       * @description A word for programs: the status if nothing is wrong, otherwise the reason
       * @example no_device
       */
      cause: string
      /**
       * Format: date-time
       * @description When the quiet hours of the recipient end, if the delivery waits for it. It can be canceled until then
       * @example 2026-06-08T10:20:00.000Z
       */
      waits_until: string | null
      last_send: {
        /**
         * @description Counted from 1
         * @example 0
         */
        number: number
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        at: string
        /** @example accepted */
        result: string | null
        /**
         * @description The word of the cause and the text of the provider
         * @example mailbox_full: 552
         */
        cause: string | null
      } | null
      /**
       * Format: date-time
       * @description When a send that failed for now is repeated
       * @example 2026-06-08T10:20:00.000Z
       */
      next_send_at: string | null
      /**
       * @description How often the service still repeats the send, unless a limit of the provider delays it. A retry now is one of them
       * @example 0
       */
      sends_left: number | null
      /** @description Of the present address of the recipient */
      suppression: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example text */
        address: string
        /** @enum {string} */
        reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
        /**
         * Format: int64
         * @description The delivery that was the reason. null: there is none, or it is no longer stored
         * @example 1043
         */
        delivery_id: number | null
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        since: string
      } | null
      /**
       * @description Events of the delivery that your endpoint does not have
       * @example 0
       */
      missing_events: number
      message: components['schemas']['ExpandedMessage']
      /** @description The attachments, without their content. Only if the message has some */
      attachments?: {
        /** @example text */
        filename: string
        /** @example text */
        content_type: string
        /** @example 0 */
        bytes: number
      }[]
      /**
       * @description Why another send would be refused. null: it is an action, or cannot help
       * @enum {string|null}
       */
      send_again_refusal:
        | 'attachments_removed'
        | 'recipient_deleted'
        | 'template_deleted'
        | 'channel_not_on_template'
        | null
      /** @description Actions that help, the most helpful first */
      actions: {
        /** @enum {string} */
        action:
          | 'retry'
          | 'send_again'
          | 'change_recipient'
          | 'add_device'
          | 'lift_suppression'
          | 'open_channel'
          | 'edit_template'
          | 'change_limits'
          | 'replay_events'
        /**
         * Format: int64
         * @description The id of the delivery, message, recipient, suppression, channel or template. null if it needs none
         * @example 1043
         */
        id: number | null
      }[]
    }
    BatchResult: {
      /**
       * @description The position of the message in the request, counted from 0
       * @example 0
       */
      index: number
      message?: components['schemas']['Message']
      /** @example Email is not an email address */
      error?: string
      /** @example invalid */
      code?: string
      /**
       * @example {
       *       "email": [
       *         "is not an email address"
       *       ]
       *     }
       */
      errors?: {
        [key: string]: string[]
      }
    }
    RenderedMessage: {
      /**
       * Format: int64
       * @example 1043
       */
      message_id: number
      /** @example Order A-1 */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      /** @enum {string} */
      body_format: 'html' | 'text'
      channels: {
        notification_channel: components['schemas']['DeliveryChannel']
        /** @example Order A-1 */
        subject: string
        /** @example Hello Ada, order A-1 is on its way. */
        body: string
        /**
         * @description The plain text that an SMS, a push or the inbox gets, for email the text alternative of its HTML. A provider of pushes cuts it to the size of its payload
         * @example Hello Ada, order A-1 is on its way.
         */
        text: string
        /**
         * @description The link in the inbox. null: none
         * @example https://example.com/webhooks
         */
        url: string | null
        email?: {
          /** @example text */
          reply_to?: string
          cc?: string[]
          bcc?: string[]
          /** @example text */
          preheader?: string
          headers?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
        push?: {
          /** @example https://example.com/webhooks */
          url?: string
          /** @example text */
          image_url?: string
          /** @example 0 */
          badge?: number
          /** @example text */
          sound?: string
          /** @example text */
          category?: string
          /** @example text */
          thread_id?: string
          /** @example text */
          collapse_key?: string
          /** @example 0 */
          ttl_seconds?: number
          /** @example text */
          interruption_level?: string
          data?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
      }[]
      /**
       * @description The cursor for the texts of the next channels: a response has at most 1 MiB of texts
       * @example MTc4MDkxNDAwMDAwMC40Mg
       */
      next_cursor: string | null
    }
    Delivery: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      status: components['schemas']['DeliveryStatus']
      /** @example 550 5.1.1 mailbox does not exist */
      error_message: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      sent_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      failed_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      delivered_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      opened_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
      /**
       * Format: int64
       * @example 1043
       */
      message_id: number
      /** @example The mailbox does not exist */
      friendly_error_message: string | null
      /** @example monthly_email_deliveries */
      limit_feature_key: string | null
      notification_channel: components['schemas']['DeliveryChannel']
      /**
       * @description Your own word for the message. Absent if it has none
       * @example order-1001
       */
      reference?: string
      /**
       * @description Your own names and texts of the message. Absent if it has none
       * @example {
       *       "order_id": "1001",
       *       "shop": "Bern"
       *     }
       */
      metadata?: {
        [key: string]: string
      }
    }
    DeliveryChannel: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      channel_type: components['schemas']['ChannelType']
    }
    /** @enum {string} */
    DeliveryStatus:
      | 'scheduled'
      | 'queued'
      | 'retrying'
      | 'sent'
      | 'failed'
      | 'delivered'
      | 'bounced'
      | 'opened'
      | 'canceled'
    /** @enum {string} */
    ChannelType: 'email' | 'push' | 'sms' | 'in_app'
    ListedMessage: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * Format: int64
       * @example 1043
       */
      notification_user_id: number
      /**
       * Format: int64
       * @example 1043
       */
      message_template_id: number
      /**
       * Format: int64
       * @example 1043
       */
      account_id: number
      /**
       * Format: int64
       * @example 1043
       */
      actor_id: number | null
      /** @example true */
      seen: boolean
      /**
       * @description The text of the template when the message was created
       * @example Order A-1
       */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      /** @example Order A-1 */
      rendered_subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      rendered_body: string
      message_attributes: components['schemas']['MessageAttribute'][]
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      send_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      seen_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      delivered_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      canceled_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
      deliveries: components['schemas']['MessageDelivery'][]
      /** @example true */
      critical: boolean
      /**
       * @description The locale of the template whose texts were used. null: the template's own texts
       * @example en
       */
      locale: string | null
      /** @description Channels without a delivery, because of the preferences of the recipient when the message was created */
      skipped_channels: components['schemas']['SkippedChannel'][]
      /**
       * @description Your own word for the message. Absent if it has none
       * @example order-1001
       */
      reference?: string
      /**
       * @description Your own names and texts of the message. Absent if it has none
       * @example {
       *       "order_id": "1001",
       *       "shop": "Bern"
       *     }
       */
      metadata?: {
        [key: string]: string
      }
      /** @description The attachments, without their content. Only if the message has some */
      attachments?: {
        /** @example text */
        filename: string
        /** @example text */
        content_type: string
        /** @example 0 */
        bytes: number
      }[]
      /**
       * @description Absent if the priority is normal
       * @enum {string}
       */
      priority?: 'high' | 'low'
      /**
       * Format: int64
       * @description The newest message that sends this one again. null: none does
       * @example 1043
       */
      sent_again_as?: number | null
      /**
       * Format: int64
       * @description The message that this one sends again. null: it sends none again
       * @example 1043
       */
      again_of?: number | null
      /** @description Only with `expand=notification_user` */
      notification_user?: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example user-1 */
        external_user_id: string | null
        /** @example ada@example.com */
        email: string | null
        /** @example Ada */
        first_name: string | null
        /** @example Lovelace */
        last_name: string | null
      }
      /**
       * @description Only with `expand=notification_user_fields`. null: the recipient is deleted
       * @example null
       */
      notification_user_fields?: components['schemas']['NotificationUser'] | null
      /** @description Only with `expand=message_template` */
      message_template?: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example receipt */
        name: string
      }
    }
    ListedDelivery: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      status: components['schemas']['DeliveryStatus']
      /** @example 550 5.1.1 mailbox does not exist */
      error_message: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      sent_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      failed_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      delivered_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      opened_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
      /**
       * Format: int64
       * @example 1043
       */
      message_id: number
      /** @example The mailbox does not exist */
      friendly_error_message: string | null
      /** @example monthly_email_deliveries */
      limit_feature_key: string | null
      notification_channel: components['schemas']['DeliveryChannel']
      /**
       * @description Your own word for the message. Absent if it has none
       * @example order-1001
       */
      reference?: string
      /**
       * @description Your own names and texts of the message. Absent if it has none
       * @example {
       *       "order_id": "1001",
       *       "shop": "Bern"
       *     }
       */
      metadata?: {
        [key: string]: string
      }
      /**
       * Format: date-time
       * @description Only with `expand=message`
       * @example 2026-06-08T10:20:00.000Z
       */
      bounced_at?: string | null
      message?: components['schemas']['ExpandedMessage']
    }
    /** @description Only with `expand=message` */
    ExpandedMessage: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * Format: int64
       * @description The newest message that sends this one again. null: none does
       * @example 1043
       */
      sent_again_as: number | null
      /**
       * Format: int64
       * @description The message that this one sends again. null: it sends none again
       * @example 1043
       */
      again_of: number | null
      /** @example Order A-1 */
      rendered_subject: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      send_at: string | null
      /**
       * @description Absent if the priority is normal
       * @enum {string}
       */
      priority?: 'high' | 'low'
      notification_user: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example user-1 */
        external_user_id: string | null
        /** @example ada@example.com */
        email: string | null
        /** @example Ada */
        first_name: string | null
        /** @example Lovelace */
        last_name: string | null
      }
      message_template: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example receipt */
        name: string
      }
    }
    TimelineEntry: {
      /**
       * @description `report`: a mail server reported the mail, and no state changed
       * @enum {string}
       */
      kind: 'fact' | 'send' | 'report' | 'event'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      at: string
      fact?: components['schemas']['DeliveryStatus']
      /**
       * @description The source of the fact. null after its event was pruned
       * @enum {string|null}
       */
      source?: 'api' | 'member' | 'dispatcher' | 'provider' | 'pixel' | 'operator' | null
      /**
       * @description The number of the send, counted from 1
       * @example 0
       */
      number?: number
      /** @enum {string} */
      result?: 'accepted' | 'rate_limited' | 'transient' | 'permanent'
      /** @example mailbox_missing */
      cause?: string | null
      /**
       * @description Explains the outcome if the response of the provider does not show it
       * @example result not recorded, or cut off by a restart; a report of the provider shows that the provider accepted it
       */
      explanation?: string | null
      /** @example 87 */
      duration_ms?: number
      /** @example 0100018f-3c5e */
      provider_message_id?: string | null
      /**
       * @description The address that the provider got. null for push
       * @example ada@example.com
       */
      sent_to?: string | null
      /** @description The channel of the send: of the delivery, or a fallback of it */
      notification_channel?: components['schemas']['DeliveryChannel']
      /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
      event_id?: string
      /** @example delivery.sent */
      event_type?: string
      state?: components['schemas']['EventState']
      /** @example endpoint_paused */
      state_reason?: string | null
      /** @description Oldest first */
      attempts?: {
        /** @example 0 */
        attempt_number: number
        /** @example true */
        succeeded: boolean
        /** @example 200 */
        response_code: number | null
        /** @example 550 5.1.1 mailbox does not exist */
        error_message: string | null
        /** @example 87 */
        duration_ms: number
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        created_at: string
      }[]
    }
    NotificationUser: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example user-1 */
      external_user_id: string | null
      /** @example ada@example.com */
      email: string | null
      /** @example +4366012345678 */
      phone: string | null
      /** @example Ada */
      first_name: string | null
      /** @example Lovelace */
      last_name: string | null
      /** @example en */
      locale: string | null
      /** @example Europe/Vienna */
      time_zone: string | null
      /**
       * @example {
       *       "plan": "pro"
       *     }
       */
      attributes: {
        [key: string]: unknown
      }
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
    }
    NotificationUserInput: {
      /**
       * @description Your own unique id of the recipient. An integer is taken as its digits
       * @example user-1
       */
      external_user_id?: string | null
      /** @example ada@example.com */
      email?: string | null
      /**
       * @description An international number, stored in the form of E.164. It begins with + and a country code, and has a length that the country has. Separators and a zero in brackets, as in +44 (0)20 7183 8750, are dropped
       * @example +4366012345678
       */
      phone?: string | null
      /** @example Ada */
      first_name?: string | null
      /** @example Lovelace */
      last_name?: string | null
      /** @example en */
      locale?: string | null
      /**
       * @description A time zone of the IANA database
       * @example Europe/Vienna
       */
      time_zone?: string | null
      /**
       * @description At most 10 KB of JSON, nested at most 20 levels deep
       * @example {
       *       "plan": "pro"
       *     }
       */
      attributes?: {
        [key: string]: unknown
      } | null
    }
    Erasure: {
      /**
       * Format: int64
       * @example 1043
       */
      notification_user_id: number
      /**
       * @description While it is running, the service erases the older messages of the notification user in the background
       * @enum {string}
       */
      status: 'running' | 'finished'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      requested_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      finished_at: string | null
      /**
       * @description The erased messages so far
       * @example 0
       */
      messages: number
      /**
       * @description Their deliveries
       * @example 0
       */
      deliveries: number
    }
    NotificationUserExport: {
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      exported_at: string
      /**
       * @example {
       *       "id": 1043,
       *       "external_user_id": "user-1",
       *       "email": "ada@example.com"
       *     }
       */
      notification_user: {
        [key: string]: unknown
      }
      devices: {
        [key: string]: unknown
      }[]
      suppressions: {
        [key: string]: unknown
      }[]
      messages: {
        [key: string]: unknown
      }[]
      message_attachments: {
        [key: string]: unknown
      }[]
      deliveries: {
        [key: string]: unknown
      }[]
      sends: {
        [key: string]: unknown
      }[]
      delivery_reports: {
        [key: string]: unknown
      }[]
      sandbox_messages: {
        [key: string]: unknown
      }[]
      inbox_messages: {
        [key: string]: unknown
      }[]
      events: {
        [key: string]: unknown
      }[]
      attempts: {
        [key: string]: unknown
      }[]
    }
    Device: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * Format: int64
       * @example 1043
       */
      notification_user_id: number
      platform: components['schemas']['DevicePlatform']
      /** @example dGhpcyBpcyBhIHRva2Vu */
      token: string | null
      /** @example null */
      subscription: {
        [key: string]: unknown
      } | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
    }
    DeviceInput: {
      /** @example fcm */
      platform?: components['schemas']['DevicePlatform']
      /**
       * @description The token of the device. For web_push, give a subscription instead
       * @example dGhpcyBpcyBhIHRva2Vu
       */
      token?: string | null
      /** @example null */
      subscription?: {
        [key: string]: unknown
      } | null
    }
    /** @enum {string} */
    DevicePlatform: 'fcm' | 'apns' | 'web_push' | 'expo'
    RecipientPreferences: {
      /** @description Each topic with each type of channel */
      preferences: components['schemas']['Preference'][]
      /** @example true */
      paused: boolean
      /** @example null */
      quiet_hours: components['schemas']['QuietHours'] | null
      /**
       * @description The time zone of the quiet hours. null: UTC
       * @example Europe/Vienna
       */
      time_zone: string | null
      /**
       * @description The page on which the recipient changes her preferences. null without PUBLIC_URL. Callers who may not change them get `***` in place of its token
       * @example https://tidings.example.com/preferences/Zk3v
       */
      preferences_url: string | null
    }
    Preference: {
      /** @example order_updates */
      topic: string
      /**
       * @description In the language of the notification user, if the topic has it
       * @example Order updates
       */
      label: string
      /** @example true */
      required: boolean
      channel_type: components['schemas']['ChannelType']
      /** @example true */
      enabled: boolean
      /**
       * Format: date-time
       * @description The time of the choice. null: there is none
       * @example 2026-06-08T10:20:00.000Z
       */
      changed_at: string | null
      /**
       * @description link: the recipient chose by a link; inbox: in the inbox
       * @enum {string|null}
       */
      source: 'api' | 'link' | 'inbox' | null
    }
    QuietHours: {
      /** @example 22:00 */
      from: string
      /** @example 22:00 */
      until: string
    }
    PreferencesInput: {
      /** @description The choices to change. The others stay as they are */
      preferences?: components['schemas']['PreferenceInput'][] | null
      /**
       * @description true: the recipient gets only messages of required topics
       * @example true
       */
      paused?: boolean
      /** @description Messages wait until the end, in the time zone of the recipient, or in UTC if it has none. Messages of required topics and critical messages do not wait. null: no quiet hours */
      quiet_hours?: {
        /** @example 22:00 */
        from: string
        /** @example 22:00 */
        until: string
      } | null
    }
    PreferenceInput: {
      /**
       * @description The name of the topic
       * @example order_updates
       */
      topic: string
      channel_type: components['schemas']['ChannelType']
      /** @example true */
      enabled: boolean
    }
    InboxMessage: {
      /**
       * Format: int64
       * @example 1043
       */
      message_id: number
      /**
       * Format: int64
       * @example 1043
       */
      delivery_id: number
      /** @example Order A-1 */
      title: string
      /**
       * @description Plain text
       * @example Hello Ada, order A-1 is on its way.
       */
      body: string
      /**
       * @description A link with http or https
       * @example https://example.com/webhooks
       */
      url: string | null
      /**
       * @description The name of the topic
       * @example order_updates
       */
      topic: string | null
      /**
       * Format: date-time
       * @description When the message came into the inbox
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      seen_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      read_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      archived_at: string | null
    }
    InboxMessageChange: {
      /**
       * @description Opens the delivery
       * @example true
       */
      seen?: boolean
      /**
       * @description A read message is seen too
       * @example true
       */
      read?: boolean
      /** @example true */
      archived?: boolean
    }
    InboxChange: {
      /** @example true */
      seen?: boolean
      /** @example true */
      read?: boolean
      /** @example true */
      archived?: boolean
      /**
       * Format: int64
       * @description The newest message to change. Absent: the newest of all
       * @example 1
       */
      up_to?: number | null
    }
    InboxCounts: {
      /**
       * @description 1000 means 1000 or more
       * @example 0
       */
      unseen: number
      /**
       * @description 1000 means 1000 or more
       * @example 0
       */
      unread: number
    }
    RecipientToken: {
      /**
       * @description A JSON Web Token for this recipient's inbox
       * @example dGhpcyBpcyBhIHRva2Vu
       */
      token: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      expires_at: string
    }
    RecipientTokenInput: {
      /**
       * @description How long the token is valid, in seconds. Default 3600
       * @example 60
       */
      expires_in?: number
      /**
       * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
       * @example correct horse battery
       */
      current_password?: string
    }
    RecipientSigningKey: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      /**
       * @description The last four characters of the secret
       * @example Xy7q
       */
      last4: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
    }
    RecipientSigningKeyWithSecret: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      /**
       * @description The last four characters of the secret
       * @example Xy7q
       */
      last4: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * @description Shown only once. All its characters are the key of HS256
       * @example rsk_9fK2mQ7xVb4TzR1cN8yHs5LwJd3GpA6e
       */
      secret: string
    }
    RecipientSigningKeyInput: {
      /** @example Production */
      name: string
    }
    Topic: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example order_updates */
      name: string
      /** @example Order updates */
      label: string
      /** @example The state of your orders */
      description: string
      /** @description The texts in other languages. null: the description falls back */
      locales: components['schemas']['TopicLocale'][]
      /** @example true */
      required: boolean
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
    }
    TopicLocale: {
      /** @example en */
      locale: string
      /** @example Order updates */
      label: string
      /** @example The state of your orders */
      description: string | null
    }
    TopicLocaleInput: {
      /** @example pt-BR */
      locale: string
      /**
       * @description The name that recipients see
       * @example Order updates
       */
      label: string
      /**
       * @description A sentence for recipients. Default empty
       * @example When your order is sent and when it arrives.
       */
      description?: string | null
    }
    TopicInput: {
      /**
       * @description Your own unique name of the topic
       * @example order_updates
       */
      name: string
      /**
       * @description The name that recipients see
       * @example Order updates
       */
      label: string
      /**
       * @description A sentence for recipients. Default empty
       * @example
       */
      description?: string
      /** @description The label and the description in other languages. A recipient with `de-AT` sees those in `de-AT` or `de`, otherwise the own ones of the topic */
      locales?: components['schemas']['TopicLocaleInput'][] | null
      /**
       * @description Law or safety demands these messages: no preference, pause or quiet hours stop them. Default false
       * @example false
       */
      required?: boolean
    }
    TopicPatch: {
      /**
       * @description Your own unique name of the topic
       * @example order_updates
       */
      name?: string
      /**
       * @description The name that recipients see
       * @example Order updates
       */
      label?: string
      /**
       * @description A sentence for recipients. Default empty
       * @example When your order is sent and when it arrives.
       */
      description?: string
      /** @description The label and the description in other languages. A recipient with `de-AT` sees those in `de-AT` or `de`, otherwise the own ones of the topic */
      locales?: components['schemas']['TopicLocaleInput'][] | null
      /**
       * @description Law or safety demands these messages: no preference, pause or quiet hours stop them. Default false
       * @example true
       */
      required?: boolean
    }
    PreferencePage: {
      /** @example Order A-1 */
      title: string | null
      /** @example #1d4ed8 */
      accent_color: string | null
      /** @example #ffffff */
      background_color: string | null
    }
    PreferencePagePatch: {
      /**
       * @description The name at the top of the page. null: the name of the account
       * @example Acme
       */
      title?: string | null
      /**
       * @description The color of the head and of buttons. null: #1d4ed8
       * @example #1d4ed8
       */
      accent_color?: string | null
      /**
       * @description The color of the background. null: #f6f7f9
       * @example #1d4ed8
       */
      background_color?: string | null
    }
    NotificationChannel: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      channel_type: components['schemas']['ChannelType']
      /** @example sandbox */
      provider: string
      /**
       * @description The settings without their secrets
       * @example {}
       */
      settings: {
        [key: string]: unknown
      }
      /** @description The names of the stored secrets */
      secret_settings: string[]
      /** @example true */
      active: boolean
      /**
       * @description Of channels of the type email
       * @example true
       */
      track_opens: boolean
      /** @example 0 */
      max_concurrency: number | null
      /** @example 0 */
      max_per_second: number | null
      fallback_channel_ids: number[]
      /** @example true */
      resend_after_timeout: boolean
      /** @description failing: the provider took none of five messages in a row, so fallbacks send. `cause` is of the send that made it fail. `since`, `cause` and `error_message` are null if the state is ok */
      health: {
        /** @enum {string} */
        state: 'ok' | 'failing'
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        since: string | null
        /** @enum {string|null} */
        cause:
          | 'address_not_public'
          | 'aborted'
          | 'authentication_failed'
          | 'connection_refused'
          | 'connection_reset'
          | 'deferred'
          | 'device_unregistered'
          | 'dns_error'
          | 'invalid_address'
          | 'mailbox_full'
          | 'mailbox_unavailable'
          | 'message_refused'
          | 'message_too_large'
          | 'no_text'
          | 'overloaded'
          | 'port_not_allowed'
          | 'provider_error'
          | 'rate_limited'
          | 'sandbox'
          | 'suppressed'
          | 'timeout'
          | 'tls_error'
          | 'unreachable'
          | 'unsubscribed'
          | null
        /**
         * @description The word of the cause, and the server that the service could not reach
         * @example connection_refused: mail.example.com:587
         */
        error_message: string | null
      }
      /**
       * @description The URL for reports of deliveries and bounces. null if the provider has no reports
       * @example https://tidings.example.com/callbacks/sendgrid/1.Zk3v
       */
      callback_url: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
    }
    NotificationChannelInput: {
      /** @example Mail */
      name: string
      /** @example email */
      channel_type: components['schemas']['ChannelType']
      /**
       * @example sandbox
       * @enum {string}
       */
      provider:
        | 'sandbox'
        | 'smtp'
        | 'sendgrid'
        | 'postmark'
        | 'resend'
        | 'ses'
        | 'apns'
        | 'fcm'
        | 'web_push'
        | 'expo'
        | 'twilio'
        | 'inbox'
      /**
       * @description The settings of the provider. Secrets are write-only. In a PATCH, absent settings stay and null removes a setting. If you change a setting in the `again_if_changed` of a secret (see `GET /api/v1/providers`), you must send the secret again
       * @example {}
       */
      settings?: {
        [key: string]: unknown
      } | null
      /** @example true */
      active?: boolean
      /**
       * @description Whether HTML mails have a pixel that reports when they are opened. Default true
       * @example true
       */
      track_opens?: boolean
      /**
       * @description Maximum number of calls to the provider at a time. null: 64
       * @example 1
       */
      max_concurrency?: number | null
      /**
       * @description Maximum number of calls to the provider per second. null: no limit
       * @example 1
       */
      max_per_second?: number | null
      /**
       * @description The channels that send if the provider of this one is down or refuses the account, in their order. They have the same channel_type (email or sms) and no fallbacks of their own. null: none
       * @example [
       *       7
       *     ]
       */
      fallback_channel_ids?: number[] | null
      /**
       * @description Whether a fallback may send even if this provider may have taken the message, for example after a time-out. The recipient may then get it twice. Default false
       * @example true
       */
      resend_after_timeout?: boolean
    }
    NotificationChannelPatch: {
      /** @example Product mail */
      name?: string
      channel_type?: components['schemas']['ChannelType']
      /** @enum {string} */
      provider?:
        | 'sandbox'
        | 'smtp'
        | 'sendgrid'
        | 'postmark'
        | 'resend'
        | 'ses'
        | 'apns'
        | 'fcm'
        | 'web_push'
        | 'expo'
        | 'twilio'
        | 'inbox'
      /**
       * @description The settings of the provider. Secrets are write-only. In a PATCH, absent settings stay and null removes a setting. If you change a setting in the `again_if_changed` of a secret (see `GET /api/v1/providers`), you must send the secret again
       * @example {}
       */
      settings?: {
        [key: string]: unknown
      } | null
      /** @example true */
      active?: boolean
      /**
       * @description Whether HTML mails have a pixel that reports when they are opened. Default true
       * @example true
       */
      track_opens?: boolean
      /**
       * @description Maximum number of calls to the provider at a time. null: 64
       * @example 1
       */
      max_concurrency?: number | null
      /**
       * @description Maximum number of calls to the provider per second. null: no limit
       * @example 1
       */
      max_per_second?: number | null
      /**
       * @description The channels that send if the provider of this one is down or refuses the account, in their order. They have the same channel_type (email or sms) and no fallbacks of their own. null: none
       * @example [
       *       7
       *     ]
       */
      fallback_channel_ids?: number[] | null
      /**
       * @description Whether a fallback may send even if this provider may have taken the message, for example after a time-out. The recipient may then get it twice. Default false
       * @example true
       */
      resend_after_timeout?: boolean
    }
    Provider: {
      /**
       * @description The name for the field `provider` of a channel
       * @example smtp
       */
      name: string
      /** @example SMTP */
      title: string
      channel_types: components['schemas']['ChannelType'][]
      /** @description The platforms of its devices. null if it has no platforms, or sends to all */
      platforms: string[] | null
      /**
       * @description true if the provider reports deliveries and bounces to the `callback_url` of a channel
       * @example true
       */
      has_callbacks: boolean
      /**
       * @description The JSON Schema of the settings of a channel. A setting with `secret: true` is never shown again
       * @example {
       *       "type": "object",
       *       "required": [
       *         "host"
       *       ],
       *       "properties": {
       *         "host": {
       *           "type": "string"
       *         }
       *       }
       *     }
       */
      settings: {
        [key: string]: unknown
      }
    }
    TestSendInput: {
      /**
       * @description An email address, a phone number or a device token, depending on the channel. For web push: a subscription as JSON. A channel of type in_app needs none: give any text
       * @example ada@example.com
       */
      to: string
    }
    TestSend: {
      /** @enum {string} */
      result: 'accepted' | 'rate_limited' | 'transient' | 'permanent'
      /** @example 0100018f-3c5e */
      provider_message_id: string | null
      /** @example mailbox_missing */
      cause: string | null
      /** @example The mailbox does not exist */
      friendly_error_message: string | null
      /** @example 87 */
      duration_ms: number
    }
    ConnectionTest: {
      /**
       * @description The provider accepts the settings
       * @example true
       */
      ok: boolean
      /**
       * @description A word for programs, and the text of the provider if it sent one
       * @example mailbox_missing
       */
      cause: string | null
      /**
       * @description The cause and the next step
       * @example The server refused the password
       */
      sentence: string | null
      /**
       * @description The setting that helps most likely
       * @example password
       */
      field: string | null
      /** @example 87 */
      duration_ms: number
    }
    MessageTemplate: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      /** @example Order A-1 */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      /** @enum {string} */
      body_format: 'html' | 'text'
      /** @example true */
      track_opens: boolean
      /**
       * @description The priority of its messages. Absent if it is normal
       * @enum {string}
       */
      priority?: 'high' | 'low'
      channels: {
        /**
         * Format: int64
         * @example 1043
         */
        notification_channel_id: number
        /** @example Order A-1 */
        subject: string | null
        /** @example Hello Ada, order A-1 is on its way. */
        body: string | null
        /**
         * @description The link of messages in the inbox
         * @example https://example.com/webhooks
         */
        url: string | null
        email?: {
          /** @example text */
          reply_to?: string
          /** @example text */
          cc?: string
          /** @example text */
          bcc?: string
          /** @example text */
          preheader?: string
          headers?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
        push?: {
          /** @example https://example.com/webhooks */
          url?: string
          /** @example text */
          image_url?: string
          /** @example text */
          badge?: string
          /** @example text */
          sound?: string
          /** @example text */
          category?: string
          /** @example text */
          thread_id?: string
          /** @example text */
          collapse_key?: string
          /** @example text */
          ttl_seconds?: string
          /** @example text */
          interruption_level?: string
          data?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
      }[]
      /** @description Texts in other languages. null: the text falls back */
      locales: components['schemas']['TemplateLocale'][]
      /**
       * @description The name of the topic of its messages
       * @example order_updates
       */
      topic: string | null
      /**
       * @description Increases with every change of a text or of the channels
       * @example 0
       */
      version: number
      /**
       * @description The revision of its draft. null: it has no draft
       * @example 0
       */
      draft_revision: number | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
    }
    MessageTemplateInput: {
      /** @example receipt */
      name: string
      /**
       * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
       * @example Hello {{ user.first_name }}, order {{ order.id }} is on its way.
       */
      body: string
      /** @example Order {{ order.id }} */
      subject?: string
      /**
       * @description Default html: inserted values are escaped
       * @example text
       * @enum {string}
       */
      body_format?: 'html' | 'text'
      /**
       * @description Whether its HTML mails have a pixel that reports when they are opened. Default true
       * @example true
       */
      track_opens?: boolean
      /**
       * @description The priority of its messages, unless they give another. Default normal
       * @enum {string}
       */
      priority?: 'high' | 'normal' | 'low'
      /**
       * @description If a text is absent, null or empty, the channel uses the text of the template
       * @example [
       *       {
       *         "notification_channel_id": 42,
       *         "subject": null,
       *         "body": null,
       *         "url": null
       *       }
       *     ]
       */
      channels?:
        | {
            /**
             * Format: int64
             * @example 1
             */
            notification_channel_id: number
            /** @example Welcome, {{ user.firstName }} */
            subject?: string | null
            /**
             * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
             * @example <p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>
             */
            body?: string | null
            /**
             * @description The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type in_app
             * @example https://shop.example.com/orders/{{ order.id | url_encode }}
             */
            url?: string | null
            /** @description Only for channels of type email. Each value is a Liquid text */
            email?: {
              /**
               * @description The address for replies
               * @example support@shop.example.com
               */
              reply_to?: string | null
              /**
               * @description Addresses with a comma between them. At most 10 together with `bcc`
               * @example {{ order.copy_to }}
               */
              cc?: string | null
              /**
               * @description Addresses with a comma between them
               * @example archive@shop.example.com
               */
              bcc?: string | null
              /**
               * @description The text that mailboxes show behind the subject. Only for HTML
               * @example It arrives on {{ order.day }}
               */
              preheader?: string | null
              /** @description Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII */
              headers?:
                | {
                    /** @example X-Order-Id */
                    name: string
                    /** @example A-1 */
                    value: string
                  }[]
                | null
            }
            /** @description Only for channels of type push. Each value is a Liquid text */
            push?: {
              /**
               * @description What a tap opens: a URL of the web or of your app
               * @example https://shop.example.com/orders/{{ order.id }}
               */
              url?: string | null
              /**
               * @description An https URL of an image
               * @example https://shop.example.com/orders/{{ order.id }}.png
               */
              image_url?: string | null
              /**
               * @description The number on the icon of the app, 0 removes it. An integer is taken as its digits
               * @example {{ user.unread }}
               */
              badge?: string | null
              /**
               * @description The name of a sound of your app. Default: `default`. `none`: no sound
               * @example chime.caf
               */
              sound?: string | null
              /**
               * @description The category of the notification, with its actions (iOS)
               * @example ORDER
               */
              category?: string | null
              /**
               * @description Groups notifications (iOS)
               * @example order-{{ order.id }}
               */
              thread_id?: string | null
              /**
               * @description A later push with the same key replaces this one. At most 64 bytes
               * @example order-{{ order.id }}
               */
              collapse_key?: string | null
              /**
               * @description How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its digits
               * @example 3600
               */
              ttl_seconds?: string | null
              /**
               * @description `passive`, `active`, `time-sensitive` or `critical` (iOS)
               * @example time-sensitive
               */
              interruption_level?: string | null
              /** @description Data for your app */
              data?:
                | {
                    /** @example order_id */
                    name: string
                    /** @example A-1 */
                    value: string
                  }[]
                | null
            }
          }[]
        | null
      /** @description Texts in other languages. If a text is absent, null or empty, it falls back: from `pt-BR` to `pt`, then to the template's own. At most 1 MiB in total */
      locales?: components['schemas']['TemplateLocaleInput'][] | null
      /**
       * @description The name of the topic of its messages. null: none
       * @example null
       */
      topic?: string | null
    }
    MessageTemplatePatch: {
      /** @example welcome_message */
      name?: string
      /**
       * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
       * @example <p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>
       */
      body?: string
      /** @example Welcome, {{ user.firstName }} */
      subject?: string
      /**
       * @description Default html: inserted values are escaped
       * @enum {string}
       */
      body_format?: 'html' | 'text'
      /**
       * @description Whether its HTML mails have a pixel that reports when they are opened. Default true
       * @example true
       */
      track_opens?: boolean
      /**
       * @description The priority of its messages, unless they give another. Default normal
       * @enum {string}
       */
      priority?: 'high' | 'normal' | 'low'
      /** @description If a text is absent, null or empty, the channel uses the text of the template */
      channels?:
        | {
            /**
             * Format: int64
             * @example 1
             */
            notification_channel_id: number
            /** @example Welcome, {{ user.firstName }} */
            subject?: string | null
            /**
             * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
             * @example <p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>
             */
            body?: string | null
            /**
             * @description The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type in_app
             * @example https://shop.example.com/orders/{{ order.id | url_encode }}
             */
            url?: string | null
            /** @description Only for channels of type email. Each value is a Liquid text */
            email?: {
              /**
               * @description The address for replies
               * @example support@shop.example.com
               */
              reply_to?: string | null
              /**
               * @description Addresses with a comma between them. At most 10 together with `bcc`
               * @example {{ order.copy_to }}
               */
              cc?: string | null
              /**
               * @description Addresses with a comma between them
               * @example archive@shop.example.com
               */
              bcc?: string | null
              /**
               * @description The text that mailboxes show behind the subject. Only for HTML
               * @example It arrives on {{ order.day }}
               */
              preheader?: string | null
              /** @description Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII */
              headers?:
                | {
                    /** @example X-Order-Id */
                    name: string
                    /** @example A-1 */
                    value: string
                  }[]
                | null
            }
            /** @description Only for channels of type push. Each value is a Liquid text */
            push?: {
              /**
               * @description What a tap opens: a URL of the web or of your app
               * @example https://shop.example.com/orders/{{ order.id }}
               */
              url?: string | null
              /**
               * @description An https URL of an image
               * @example https://shop.example.com/orders/{{ order.id }}.png
               */
              image_url?: string | null
              /**
               * @description The number on the icon of the app, 0 removes it. An integer is taken as its digits
               * @example {{ user.unread }}
               */
              badge?: string | null
              /**
               * @description The name of a sound of your app. Default: `default`. `none`: no sound
               * @example chime.caf
               */
              sound?: string | null
              /**
               * @description The category of the notification, with its actions (iOS)
               * @example ORDER
               */
              category?: string | null
              /**
               * @description Groups notifications (iOS)
               * @example order-{{ order.id }}
               */
              thread_id?: string | null
              /**
               * @description A later push with the same key replaces this one. At most 64 bytes
               * @example order-{{ order.id }}
               */
              collapse_key?: string | null
              /**
               * @description How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its digits
               * @example 3600
               */
              ttl_seconds?: string | null
              /**
               * @description `passive`, `active`, `time-sensitive` or `critical` (iOS)
               * @example time-sensitive
               */
              interruption_level?: string | null
              /** @description Data for your app */
              data?:
                | {
                    /** @example order_id */
                    name: string
                    /** @example A-1 */
                    value: string
                  }[]
                | null
            }
          }[]
        | null
      /** @description Texts in other languages. If a text is absent, null or empty, it falls back: from `pt-BR` to `pt`, then to the template's own. At most 1 MiB in total */
      locales?: components['schemas']['TemplateLocaleInput'][] | null
      /**
       * @description The name of the topic of its messages. null: none
       * @example order_updates
       */
      topic?: string | null
      /**
       * @description The revision of the draft that you publish: the draft is removed. If it has changed, the status is 409
       * @example 1
       */
      draft_revision?: number
      /**
       * @description The version that you changed. If another is in use by now, nothing is saved, and the status is 409
       * @example 1
       */
      based_on_version?: number
    }
    TemplateLocale: {
      /** @example en */
      locale: string
      /** @example Order A-1 */
      subject: string | null
      /** @example Hello Ada, order A-1 is on its way. */
      body: string | null
      channels: {
        /**
         * Format: int64
         * @example 1043
         */
        notification_channel_id: number
        /** @example Order A-1 */
        subject: string | null
        /** @example Hello Ada, order A-1 is on its way. */
        body: string | null
        /**
         * @description The link of messages in the inbox
         * @example https://example.com/webhooks
         */
        url: string | null
        email?: {
          /** @example text */
          reply_to?: string
          /** @example text */
          cc?: string
          /** @example text */
          bcc?: string
          /** @example text */
          preheader?: string
          headers?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
        push?: {
          /** @example https://example.com/webhooks */
          url?: string
          /** @example text */
          image_url?: string
          /** @example text */
          badge?: string
          /** @example text */
          sound?: string
          /** @example text */
          category?: string
          /** @example text */
          thread_id?: string
          /** @example text */
          collapse_key?: string
          /** @example text */
          ttl_seconds?: string
          /** @example text */
          interruption_level?: string
          data?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
      }[]
    }
    TemplateLocaleInput: {
      /** @example pt-BR */
      locale: string
      /** @example Welcome, {{ user.firstName }} */
      subject?: string | null
      /**
       * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
       * @example <p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>
       */
      body?: string | null
      /** @description Texts of channels of the template in this language */
      channels?:
        | {
            /**
             * Format: int64
             * @example 1
             */
            notification_channel_id: number
            /** @example Welcome, {{ user.firstName }} */
            subject?: string | null
            /**
             * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
             * @example <p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>
             */
            body?: string | null
            /**
             * @description The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type in_app
             * @example https://shop.example.com/orders/{{ order.id | url_encode }}
             */
            url?: string | null
            /** @description Only for channels of type email. Each value is a Liquid text */
            email?: {
              /**
               * @description The address for replies
               * @example support@shop.example.com
               */
              reply_to?: string | null
              /**
               * @description Addresses with a comma between them. At most 10 together with `bcc`
               * @example {{ order.copy_to }}
               */
              cc?: string | null
              /**
               * @description Addresses with a comma between them
               * @example archive@shop.example.com
               */
              bcc?: string | null
              /**
               * @description The text that mailboxes show behind the subject. Only for HTML
               * @example It arrives on {{ order.day }}
               */
              preheader?: string | null
              /** @description Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII */
              headers?:
                | {
                    /** @example X-Order-Id */
                    name: string
                    /** @example A-1 */
                    value: string
                  }[]
                | null
            }
            /** @description Only for channels of type push. Each value is a Liquid text */
            push?: {
              /**
               * @description What a tap opens: a URL of the web or of your app
               * @example https://shop.example.com/orders/{{ order.id }}
               */
              url?: string | null
              /**
               * @description An https URL of an image
               * @example https://shop.example.com/orders/{{ order.id }}.png
               */
              image_url?: string | null
              /**
               * @description The number on the icon of the app, 0 removes it. An integer is taken as its digits
               * @example {{ user.unread }}
               */
              badge?: string | null
              /**
               * @description The name of a sound of your app. Default: `default`. `none`: no sound
               * @example chime.caf
               */
              sound?: string | null
              /**
               * @description The category of the notification, with its actions (iOS)
               * @example ORDER
               */
              category?: string | null
              /**
               * @description Groups notifications (iOS)
               * @example order-{{ order.id }}
               */
              thread_id?: string | null
              /**
               * @description A later push with the same key replaces this one. At most 64 bytes
               * @example order-{{ order.id }}
               */
              collapse_key?: string | null
              /**
               * @description How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its digits
               * @example 3600
               */
              ttl_seconds?: string | null
              /**
               * @description `passive`, `active`, `time-sensitive` or `critical` (iOS)
               * @example time-sensitive
               */
              interruption_level?: string | null
              /** @description Data for your app */
              data?:
                | {
                    /** @example order_id */
                    name: string
                    /** @example A-1 */
                    value: string
                  }[]
                | null
            }
          }[]
        | null
    }
    MessageTemplateDraft: {
      /** @example Mail */
      name: string
      /** @example Order A-1 */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      /** @enum {string} */
      body_format: 'html' | 'text'
      /** @example true */
      track_opens: boolean
      /**
       * @description The priority of its messages. Absent if it is normal
       * @enum {string}
       */
      priority?: 'high' | 'low'
      channels: {
        /**
         * Format: int64
         * @example 1043
         */
        notification_channel_id: number
        /** @example Order A-1 */
        subject: string | null
        /** @example Hello Ada, order A-1 is on its way. */
        body: string | null
        /**
         * @description The link of messages in the inbox
         * @example https://example.com/webhooks
         */
        url: string | null
        email?: {
          /** @example text */
          reply_to?: string
          /** @example text */
          cc?: string
          /** @example text */
          bcc?: string
          /** @example text */
          preheader?: string
          headers?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
        push?: {
          /** @example https://example.com/webhooks */
          url?: string
          /** @example text */
          image_url?: string
          /** @example text */
          badge?: string
          /** @example text */
          sound?: string
          /** @example text */
          category?: string
          /** @example text */
          thread_id?: string
          /** @example text */
          collapse_key?: string
          /** @example text */
          ttl_seconds?: string
          /** @example text */
          interruption_level?: string
          data?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
      }[]
      /** @description Texts in other languages. null: the text falls back */
      locales: components['schemas']['TemplateLocale'][]
      /**
       * @description The name of the topic of its messages
       * @example order_updates
       */
      topic: string | null
      /**
       * @description The version in use when the draft was begun
       * @example 0
       */
      based_on_version: number
      /**
       * @description Increases with every save of a draft of the template
       * @example 0
       */
      revision: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
      /**
       * @description The last caller who saved it, as in the audit log
       * @example member:3
       */
      updated_by: string
      /**
       * @description The name of the member or key. null: it was removed
       * @example Ada Lovelace
       */
      updated_by_name: string | null
    }
    MessageTemplateDraftInput: {
      /** @example welcome_message */
      name: string
      /**
       * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
       * @example <p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>
       */
      body: string
      /** @example Welcome, {{ user.firstName }} */
      subject?: string
      /**
       * @description Default html: inserted values are escaped
       * @enum {string}
       */
      body_format?: 'html' | 'text'
      /**
       * @description Whether its HTML mails have a pixel that reports when they are opened. Default true
       * @example true
       */
      track_opens?: boolean
      /**
       * @description The priority of its messages, unless they give another. Default normal
       * @enum {string}
       */
      priority?: 'high' | 'normal' | 'low'
      /** @description If a text is absent, null or empty, the channel uses the text of the template */
      channels?:
        | {
            /**
             * Format: int64
             * @example 1
             */
            notification_channel_id: number
            /** @example Welcome, {{ user.firstName }} */
            subject?: string | null
            /**
             * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
             * @example <p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>
             */
            body?: string | null
            /**
             * @description The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type in_app
             * @example https://shop.example.com/orders/{{ order.id | url_encode }}
             */
            url?: string | null
            /** @description Only for channels of type email. Each value is a Liquid text */
            email?: {
              /**
               * @description The address for replies
               * @example support@shop.example.com
               */
              reply_to?: string | null
              /**
               * @description Addresses with a comma between them. At most 10 together with `bcc`
               * @example {{ order.copy_to }}
               */
              cc?: string | null
              /**
               * @description Addresses with a comma between them
               * @example archive@shop.example.com
               */
              bcc?: string | null
              /**
               * @description The text that mailboxes show behind the subject. Only for HTML
               * @example It arrives on {{ order.day }}
               */
              preheader?: string | null
              /** @description Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII */
              headers?:
                | {
                    /** @example X-Order-Id */
                    name: string
                    /** @example A-1 */
                    value: string
                  }[]
                | null
            }
            /** @description Only for channels of type push. Each value is a Liquid text */
            push?: {
              /**
               * @description What a tap opens: a URL of the web or of your app
               * @example https://shop.example.com/orders/{{ order.id }}
               */
              url?: string | null
              /**
               * @description An https URL of an image
               * @example https://shop.example.com/orders/{{ order.id }}.png
               */
              image_url?: string | null
              /**
               * @description The number on the icon of the app, 0 removes it. An integer is taken as its digits
               * @example {{ user.unread }}
               */
              badge?: string | null
              /**
               * @description The name of a sound of your app. Default: `default`. `none`: no sound
               * @example chime.caf
               */
              sound?: string | null
              /**
               * @description The category of the notification, with its actions (iOS)
               * @example ORDER
               */
              category?: string | null
              /**
               * @description Groups notifications (iOS)
               * @example order-{{ order.id }}
               */
              thread_id?: string | null
              /**
               * @description A later push with the same key replaces this one. At most 64 bytes
               * @example order-{{ order.id }}
               */
              collapse_key?: string | null
              /**
               * @description How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its digits
               * @example 3600
               */
              ttl_seconds?: string | null
              /**
               * @description `passive`, `active`, `time-sensitive` or `critical` (iOS)
               * @example time-sensitive
               */
              interruption_level?: string | null
              /** @description Data for your app */
              data?:
                | {
                    /** @example order_id */
                    name: string
                    /** @example A-1 */
                    value: string
                  }[]
                | null
            }
          }[]
        | null
      /** @description Texts in other languages. If a text is absent, null or empty, it falls back: from `pt-BR` to `pt`, then to the template's own. At most 1 MiB in total */
      locales?: components['schemas']['TemplateLocaleInput'][] | null
      /**
       * @description The name of the topic of its messages. null: none
       * @example order_updates
       */
      topic?: string | null
      /**
       * @description The version in use when the draft was begun. Default: the version in use
       * @example 1
       */
      based_on_version?: number
      /**
       * @description The revision of the draft that you read, 0 if there was none. If it has changed, the status is 409. If absent, the draft is replaced
       * @example 0
       */
      revision?: number
    }
    MessageTemplateVersion: {
      /**
       * @description Increases with every change of a text or of the channels
       * @example 0
       */
      version: number
      /** @example Order A-1 */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      /** @enum {string} */
      body_format: 'html' | 'text'
      /** @example true */
      track_opens: boolean
      /**
       * @description The priority of its messages. Absent if it is normal
       * @enum {string}
       */
      priority?: 'high' | 'low'
      channels: {
        /**
         * Format: int64
         * @example 1043
         */
        notification_channel_id: number
        /** @example Order A-1 */
        subject: string | null
        /** @example Hello Ada, order A-1 is on its way. */
        body: string | null
        /**
         * @description The link of messages in the inbox
         * @example https://example.com/webhooks
         */
        url: string | null
        email?: {
          /** @example text */
          reply_to?: string
          /** @example text */
          cc?: string
          /** @example text */
          bcc?: string
          /** @example text */
          preheader?: string
          headers?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
        push?: {
          /** @example https://example.com/webhooks */
          url?: string
          /** @example text */
          image_url?: string
          /** @example text */
          badge?: string
          /** @example text */
          sound?: string
          /** @example text */
          category?: string
          /** @example text */
          thread_id?: string
          /** @example text */
          collapse_key?: string
          /** @example text */
          ttl_seconds?: string
          /** @example text */
          interruption_level?: string
          data?: {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        }
      }[]
      /** @description Texts in other languages. null: the text falls back */
      locales: components['schemas']['TemplateLocale'][]
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
    }
    TemplatePreview: {
      /** @example Order A-1 */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      /**
       * @description The body as plain text, as SMS, pushes and the inbox have it
       * @example Hello Ada, order A-1 is on its way.
       */
      text: string
      sms: {
        /**
         * @description The text of an SMS, at most 1,600 characters
         * @example Hello Ada, order A-1 is on its way.
         */
        text: string
        /**
         * @description The number of messages that this text needs
         * @example 1
         */
        parts: number
        /** @description Characters outside of GSM-7, at most 10. With one of them, a part has 70 characters instead of 160 */
        outside: string[]
      }
      email?: {
        /** @example text */
        reply_to?: string
        cc?: string[]
        bcc?: string[]
        /** @example text */
        preheader?: string
        headers?: {
          /** @example Mail */
          name: string
          /** @example A-1 */
          value: string
        }[]
      }
      push?: {
        /** @example https://example.com/webhooks */
        url?: string
        /** @example text */
        image_url?: string
        /** @example 0 */
        badge?: number
        /** @example text */
        sound?: string
        /** @example text */
        category?: string
        /** @example text */
        thread_id?: string
        /** @example text */
        collapse_key?: string
        /** @example 0 */
        ttl_seconds?: number
        /** @example text */
        interruption_level?: string
        data?: {
          /** @example Mail */
          name: string
          /** @example A-1 */
          value: string
        }[]
      }
      /**
       * @description Names used in the texts, at most 100
       * @example [
       *       "order.id"
       *     ]
       */
      names: string[]
      /**
       * @description Undefined names, at most 100: they render empty
       * @example [
       *       "order.id"
       *     ]
       */
      unknown_names: string[]
    }
    TemplatePreviewInput: {
      /** @example Welcome, {{ user.firstName }} */
      subject?: string
      /**
       * @description A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
       * @example <p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>
       */
      body: string
      /**
       * @description Default html: inserted values are escaped
       * @enum {string}
       */
      body_format?: 'html' | 'text'
      /** @description Only for channels of type email. Each value is a Liquid text */
      email?: {
        /**
         * @description The address for replies
         * @example support@shop.example.com
         */
        reply_to?: string | null
        /**
         * @description Addresses with a comma between them. At most 10 together with `bcc`
         * @example {{ order.copy_to }}
         */
        cc?: string | null
        /**
         * @description Addresses with a comma between them
         * @example archive@shop.example.com
         */
        bcc?: string | null
        /**
         * @description The text that mailboxes show behind the subject. Only for HTML
         * @example It arrives on {{ order.day }}
         */
        preheader?: string | null
        /** @description Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII */
        headers?:
          | {
              /** @example X-Order-Id */
              name: string
              /** @example A-1 */
              value: string
            }[]
          | null
      }
      /** @description Only for channels of type push. Each value is a Liquid text */
      push?: {
        /**
         * @description What a tap opens: a URL of the web or of your app
         * @example https://shop.example.com/orders/{{ order.id }}
         */
        url?: string | null
        /**
         * @description An https URL of an image
         * @example https://shop.example.com/orders/{{ order.id }}.png
         */
        image_url?: string | null
        /**
         * @description The number on the icon of the app, 0 removes it. An integer is taken as its digits
         * @example {{ user.unread }}
         */
        badge?: string | null
        /**
         * @description The name of a sound of your app. Default: `default`. `none`: no sound
         * @example chime.caf
         */
        sound?: string | null
        /**
         * @description The category of the notification, with its actions (iOS)
         * @example ORDER
         */
        category?: string | null
        /**
         * @description Groups notifications (iOS)
         * @example order-{{ order.id }}
         */
        thread_id?: string | null
        /**
         * @description A later push with the same key replaces this one. At most 64 bytes
         * @example order-{{ order.id }}
         */
        collapse_key?: string | null
        /**
         * @description How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its digits
         * @example 3600
         */
        ttl_seconds?: string | null
        /**
         * @description `passive`, `active`, `time-sensitive` or `critical` (iOS)
         * @example time-sensitive
         */
        interruption_level?: string | null
        /** @description Data for your app */
        data?:
          | {
              /** @example order_id */
              name: string
              /** @example A-1 */
              value: string
            }[]
          | null
      }
      /**
       * @description The locale of dates and numbers. Default en-US
       * @example pt-BR
       */
      locale?: string | null
      message_attributes_attributes?: components['schemas']['MessageAttributeInput'][] | null
      /**
       * @description Another name for message_attributes_attributes. It may also be an object with the names and their values: `{"order.id": "A-1"}`
       * @example {
       *       "order.id": "A-1"
       *     }
       */
      message_attributes?: unknown
      /** @description Unsaved partials. Each replaces the stored one with the name */
      partials?:
        | {
            /**
             * @description The name in texts. It never changes
             * @example footer
             */
            name: string
            /**
             * @description A Liquid text with the limits of the body of a template. It may use other partials, at most 5 levels deep. All partials of an account: at most 1 MiB
             * @example <p>Acme, Vienna. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
             */
            text: string
          }[]
        | null
      /** @description A sample recipient for the texts. It need not exist */
      notification_user?: components['schemas']['NotificationUserInput']
    }
    TemplatePartial: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      /** @example Hello Ada, order A-1 is on its way. */
      text: string
      /** @description The text in other languages */
      locales: components['schemas']['TemplatePartialLocale'][]
      /**
       * @description Increases with every change of the text
       * @example 0
       */
      version: number
      /**
       * @description Templates and partials that use it themselves, counted up to 100
       * @example 0
       */
      used_by_count: number
      /** @description The first 20 of them, templates first */
      used_by: {
        /** @enum {string} */
        kind: 'template' | 'partial'
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example Mail */
        name: string
      }[]
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
    }
    TemplatePartialLocale: {
      /** @example en */
      locale: string
      /** @example Hello Ada, order A-1 is on its way. */
      text: string
    }
    TemplatePartialLocaleInput: {
      /** @example pt-BR */
      locale: string
      /**
       * @description A Liquid text with the limits of the body of a template. It may use other partials, at most 5 levels deep. All partials of an account: at most 1 MiB
       * @example <p>Acme, Vienna. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
       */
      text: string
    }
    TemplatePartialInput: {
      /**
       * @description The name in texts. It never changes
       * @example footer
       */
      name: string
      /**
       * @description A Liquid text with the limits of the body of a template. It may use other partials, at most 5 levels deep. All partials of an account: at most 1 MiB
       * @example <p>Acme, Vienna. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
       */
      text: string
      /** @description The text in other languages. A text of a template in `de-AT` uses that in `de-AT` or `de`, otherwise the own text of the partial */
      locales?: components['schemas']['TemplatePartialLocaleInput'][] | null
    }
    TemplatePartialPatch: {
      /**
       * @description A Liquid text with the limits of the body of a template. It may use other partials, at most 5 levels deep. All partials of an account: at most 1 MiB
       * @example <p>Acme, Vienna. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
       */
      text?: string
      /** @description The text in other languages. A text of a template in `de-AT` uses that in `de-AT` or `de`, otherwise the own text of the partial */
      locales?: components['schemas']['TemplatePartialLocaleInput'][] | null
    }
    TemplatePartialVersion: {
      /**
       * @description Increases with every change of the text
       * @example 0
       */
      version: number
      /** @example Hello Ada, order A-1 is on its way. */
      text: string
      /** @description The text in other languages */
      locales: components['schemas']['TemplatePartialLocale'][]
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
    }
    Suppression: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @enum {string} */
      channel_type: 'email' | 'sms'
      /** @example ada@example.com */
      address: string
      /** @enum {string} */
      reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
      /**
       * Format: int64
       * @description The delivery with the bounce or complaint. null if the address was added by hand
       * @example 1043
       */
      delivery_id: number | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
    }
    SuppressionInput: {
      /**
       * @description An email address or a phone number
       * @example ada@example.com
       */
      address: string
      /**
       * @description Default email
       * @example email
       * @enum {string}
       */
      channel_type?: 'email' | 'sms'
      /**
       * @description Default manual
       * @example manual
       * @enum {string}
       */
      reason?: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
    }
    SandboxReport: {
      /** @enum {string} */
      fact: 'delivered' | 'opened' | 'bounced'
    }
    SandboxMessage: {
      /**
       * Format: int64
       * @description The id of the delivery
       * @example 1043
       */
      id: number
      /**
       * Format: int64
       * @example 1043
       */
      message_id: number
      /** @description The current status of the delivery */
      status: components['schemas']['DeliveryStatus']
      notification_channel: components['schemas']['DeliveryChannel']
      /**
       * @description The email address, the phone number, or the tokens of the devices
       * @example ada@example.com
       */
      to: string
      /** @example Order A-1 */
      subject: string
      /**
       * @description The number of sends. The newest send is shown
       * @example 0
       */
      sends: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      at: string
      /** @example Hello Ada, order A-1 is on its way. */
      body: string
      /** @enum {string} */
      body_format: 'html' | 'text'
    }
    WebhookEndpoint: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example https://example.com/webhooks */
      url: string
      /**
       * @description false while the endpoint is paused or disabled
       * @example true
       */
      active: boolean
      /** @enum {string} */
      status: 'active' | 'paused' | 'disabled'
      /** @example whsec_…Xy7q */
      secret_preview: string
      /**
       * Format: date-time
       * @description Until this time, requests are signed with the previous secret too, unless the secret is rotated again. null: with one secret only
       * @example 2026-06-08T10:20:00.000Z
       */
      previous_secret_expires_at: string | null
      /**
       * @description The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. both: all of them
       * @enum {string}
       */
      signature_format: 'service' | 'standard' | 'both'
      /**
       * @description true: `data` of the events of deliveries also has `message`, with its id, the external id of its recipient and the name of its template. Default false
       * @example true
       */
      include_message: boolean
      /**
       * @description The number of consecutive failed events. The 20th disables the endpoint
       * @example 0
       */
      consecutive_failures: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      inactive_since: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      disabled_at: string | null
      /** @example 20 consecutive events failed */
      disabled_reason: string | null
      /**
       * Format: date-time
       * @description Until when a member has dismissed the missing events: the dashboard does not tell older ones
       * @example 2026-06-08T10:20:00.000Z
       */
      missing_dismissed_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      updated_at: string
    }
    WebhookEndpointWithSecret: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example https://example.com/webhooks */
      url: string
      /** @example true */
      active: boolean
      /**
       * @description Shown only once
       * @example whsec_…
       */
      secret: string
      /**
       * @description The same key in the notation of Standard Webhooks, for its libraries. Only if `signature_format` is `standard` or `both`
       * @example whsec_d2hzZWNf…
       */
      standard_secret?: string
    }
    WebhookEndpointInput: {
      /**
       * @description An HTTPS URL. Its host must have public addresses only. Or a URL of the test receiver, which stores requests and responds with the number in the URL: https://test-receiver.invalid/204, https://test-receiver.invalid/410, https://test-receiver.invalid/429, https://test-receiver.invalid/500
       * @example https://example.com/webhooks
       */
      url: string
      /**
       * @description Default true. false: the endpoint starts paused
       * @example true
       */
      active?: boolean
      /**
       * @description The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. both: all of them
       * @enum {string}
       */
      signature_format?: 'service' | 'standard' | 'both'
      /**
       * @description true: `data` of the events of deliveries also has `message`, with its id, the external id of its recipient and the name of its template. Default false
       * @example true
       */
      include_message?: boolean
      /**
       * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
       * @example correct horse battery
       */
      current_password?: string
    }
    WebhookEndpointPatch: {
      /**
       * @description An HTTPS URL. Its host must have public addresses only. Or a URL of the test receiver, which stores requests and responds with the number in the URL: https://test-receiver.invalid/204, https://test-receiver.invalid/410, https://test-receiver.invalid/429, https://test-receiver.invalid/500
       * @example https://example.com/webhooks
       */
      url?: string
      /**
       * @description false pauses the endpoint, true resumes a paused endpoint
       * @example true
       */
      active?: boolean
      /**
       * @description The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. both: all of them
       * @enum {string}
       */
      signature_format?: 'service' | 'standard' | 'both'
      /**
       * @description true: `data` of the events of deliveries also has `message`, with its id, the external id of its recipient and the name of its template. Default false
       * @example true
       */
      include_message?: boolean
      /**
       * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
       * @example correct horse battery
       */
      current_password?: string
    }
    WebhookEndpointRequest: {
      webhook_endpoint?: components['schemas']['WebhookEndpointInput']
      /**
       * @description An HTTPS URL. Its host must have public addresses only. Or a URL of the test receiver, which stores requests and responds with the number in the URL: https://test-receiver.invalid/204, https://test-receiver.invalid/410, https://test-receiver.invalid/429, https://test-receiver.invalid/500
       * @example https://example.com/webhooks
       */
      url?: string
      /**
       * @description Default true. false: the endpoint starts paused
       * @example true
       */
      active?: boolean
      /**
       * @description The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. both: all of them
       * @enum {string}
       */
      signature_format?: 'service' | 'standard' | 'both'
      /**
       * @description true: `data` of the events of deliveries also has `message`, with its id, the external id of its recipient and the name of its template. Default false
       * @example true
       */
      include_message?: boolean
      /**
       * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
       * @example correct horse battery
       */
      current_password?: string
    }
    WebhookEndpointChange: {
      webhook_endpoint?: components['schemas']['WebhookEndpointPatch']
      /**
       * @description An HTTPS URL. Its host must have public addresses only. Or a URL of the test receiver, which stores requests and responds with the number in the URL: https://test-receiver.invalid/204, https://test-receiver.invalid/410, https://test-receiver.invalid/429, https://test-receiver.invalid/500
       * @example https://example.com/webhooks
       */
      url?: string
      /**
       * @description false pauses the endpoint, true resumes a paused endpoint
       * @example true
       */
      active?: boolean
      /**
       * @description The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. both: all of them
       * @enum {string}
       */
      signature_format?: 'service' | 'standard' | 'both'
      /**
       * @description true: `data` of the events of deliveries also has `message`, with its id, the external id of its recipient and the name of its template. Default false
       * @example true
       */
      include_message?: boolean
      /**
       * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
       * @example correct horse battery
       */
      current_password?: string
    }
    WebhookSecretRotation: {
      /**
       * @description How long requests are signed with the old secret too. 0 or absent: the old secret stops working at once. At most two secrets sign: a rotation during an overlap ends the older one at once
       * @example 0
       */
      overlap_seconds?: number
      /**
       * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
       * @example correct horse battery
       */
      current_password?: string
      webhook_endpoint?: {
        /**
         * @description How long requests are signed with the old secret too. 0 or absent: the old secret stops working at once. At most two secrets sign: a rotation during an overlap ends the older one at once
         * @example 0
         */
        overlap_seconds?: number
        /**
         * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
         * @example correct horse battery
         */
        current_password?: string
      }
    }
    ReplayRequest: {
      /**
       * Format: date-time
       * @description At most one day less than the retention of events: 29 days ago by default
       * @example 2026-06-08T10:20:00Z
       */
      since?: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00Z
       */
      until?: string
      states?: components['schemas']['EventState'][] | null
      types?: components['schemas']['EventType'][] | null
      webhook_endpoint?: components['schemas']['ReplayInput']
    }
    MessageResend: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * @description searching: the service still finds the messages. Then it sends them
       * @enum {string}
       */
      status: 'searching' | 'running' | 'finished' | 'canceled'
      /**
       * @description null: the request named the messages
       * @example {
       *       "status": "failed",
       *       "cause": "address_not_public",
       *       "notification_user_id": 1043,
       *       "notification_channel_id": 1043,
       *       "channel_type": "email",
       *       "message_template_id": 1043,
       *       "created_after": "2026-06-08T10:20:00.000Z",
       *       "created_before": "2026-06-08T10:20:00.000Z"
       *     }
       */
      filters: {
        /**
         * @description As in the request
         * @example failed
         */
        status: string | null
        /** @enum {string|null} */
        cause:
          | 'address_not_public'
          | 'aborted'
          | 'authentication_failed'
          | 'connection_refused'
          | 'connection_reset'
          | 'deferred'
          | 'device_unregistered'
          | 'dns_error'
          | 'invalid_address'
          | 'mailbox_full'
          | 'mailbox_unavailable'
          | 'message_refused'
          | 'message_too_large'
          | 'no_text'
          | 'overloaded'
          | 'port_not_allowed'
          | 'provider_error'
          | 'rate_limited'
          | 'sandbox'
          | 'suppressed'
          | 'timeout'
          | 'tls_error'
          | 'unreachable'
          | 'unsubscribed'
          | 'channel_deleted'
          | 'limit_reached'
          | 'no_address'
          | 'no_device'
          | 'recipient_deleted'
          | 'unknown'
          | null
        /**
         * Format: int64
         * @example 1043
         */
        notification_user_id: number | null
        /**
         * Format: int64
         * @example 1043
         */
        notification_channel_id: number | null
        /** @example null */
        channel_type: components['schemas']['ChannelType'] | null
        /**
         * Format: int64
         * @example 1043
         */
        message_template_id: number | null
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        created_after: string | null
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        created_before: string | null
      } | null
      /**
       * @description The messages found so far
       * @example 0
       */
      total: number
      /**
       * @description The messages sent again so far
       * @example 0
       */
      sent: number
      /**
       * @description Skipped: sent again before, or not failed any more
       * @example 0
       */
      not_failed: number
      /**
       * @description Skipped: another send cannot arrive, for example without an address
       * @example 0
       */
      cannot_arrive: number
      /**
       * @description Skipped: the recipient or the template does not allow it, for example because it was deleted
       * @example 0
       */
      refused: number
      /** @description The deliveries of the messages sent again, each once, by its present status: an opened one is delivered, a bounced one has failed. Counted within seconds */
      outcomes: {
        /** @example 0 */
        waiting: number
        /** @example 0 */
        sent: number
        /** @example 0 */
        delivered: number
        /** @example 0 */
        failed: number
        /** @example 0 */
        canceled: number
      }
      /**
       * @description Whether there are more messages than one resend may have
       * @example true
       */
      has_more: boolean
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      finished_at: string | null
    }
    MessageResendRequest: {
      /** @description The messages. Or give filters */
      message_ids?: number[] | null
      /** @description Filters of failed and bounced deliveries, as in their list */
      filters?: {
        /**
         * @description One or several of failed, bounced, with a comma between them
         * @example failed,bounced
         */
        status?: string
        /** @enum {string} */
        cause?:
          | 'address_not_public'
          | 'aborted'
          | 'authentication_failed'
          | 'connection_refused'
          | 'connection_reset'
          | 'deferred'
          | 'device_unregistered'
          | 'dns_error'
          | 'invalid_address'
          | 'mailbox_full'
          | 'mailbox_unavailable'
          | 'message_refused'
          | 'message_too_large'
          | 'no_text'
          | 'overloaded'
          | 'port_not_allowed'
          | 'provider_error'
          | 'rate_limited'
          | 'sandbox'
          | 'suppressed'
          | 'timeout'
          | 'tls_error'
          | 'unreachable'
          | 'unsubscribed'
          | 'channel_deleted'
          | 'limit_reached'
          | 'no_address'
          | 'no_device'
          | 'recipient_deleted'
          | 'unknown'
        /**
         * Format: int64
         * @example 1
         */
        notification_user_id?: number
        /**
         * Format: int64
         * @example 1
         */
        notification_channel_id?: number
        channel_type?: components['schemas']['ChannelType']
        /**
         * Format: int64
         * @example 1
         */
        message_template_id?: number
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00Z
         */
        created_after?: string
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00Z
         */
        created_before?: string
      }
      message_resend?: components['schemas']['MessageResendInput']
    }
    MessageResendInput: {
      /** @description The messages. Or give filters */
      message_ids?: number[] | null
      /** @description Filters of failed and bounced deliveries, as in their list */
      filters?: {
        /**
         * @description One or several of failed, bounced, with a comma between them
         * @example failed,bounced
         */
        status?: string
        /** @enum {string} */
        cause?:
          | 'address_not_public'
          | 'aborted'
          | 'authentication_failed'
          | 'connection_refused'
          | 'connection_reset'
          | 'deferred'
          | 'device_unregistered'
          | 'dns_error'
          | 'invalid_address'
          | 'mailbox_full'
          | 'mailbox_unavailable'
          | 'message_refused'
          | 'message_too_large'
          | 'no_text'
          | 'overloaded'
          | 'port_not_allowed'
          | 'provider_error'
          | 'rate_limited'
          | 'sandbox'
          | 'suppressed'
          | 'timeout'
          | 'tls_error'
          | 'unreachable'
          | 'unsubscribed'
          | 'channel_deleted'
          | 'limit_reached'
          | 'no_address'
          | 'no_device'
          | 'recipient_deleted'
          | 'unknown'
        /**
         * Format: int64
         * @example 1
         */
        notification_user_id?: number
        /**
         * Format: int64
         * @example 1
         */
        notification_channel_id?: number
        channel_type?: components['schemas']['ChannelType']
        /**
         * Format: int64
         * @example 1
         */
        message_template_id?: number
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00Z
         */
        created_after?: string
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00Z
         */
        created_before?: string
      }
    }
    WebhookConnectionTest: {
      /** @example true */
      succeeded: boolean
      /**
       * @description null if there was no response
       * @example 200
       */
      response_code: number | null
      /** @example connect_timeout */
      error_message: string | null
      /**
       * @description The start of the response's body
       * @example OK
       */
      response_head: string | null
      /** @example 87 */
      duration_ms: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      at: string
    }
    WebhookAttempt: {
      /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
      event_id: string
      /** @example delivery.sent */
      event_type: string
      /** @example 0 */
      attempt_number: number
      /** @example true */
      succeeded: boolean
      /**
       * @description null if there was no response
       * @example 200
       */
      response_code: number | null
      /** @example connect_timeout */
      error_message: string | null
      /** @example 87 */
      duration_ms: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * @description Only with `expand=notification_user`. null: the event is about no recipient, or was removed
       * @example {
       *       "id": 1043,
       *       "external_user_id": "user-1",
       *       "email": "ada@example.com",
       *       "first_name": "Ada",
       *       "last_name": "Lovelace"
       *     }
       */
      notification_user?: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example user-1 */
        external_user_id: string | null
        /** @example ada@example.com */
        email: string | null
        /** @example Ada */
        first_name: string | null
        /** @example Lovelace */
        last_name: string | null
      } | null
    }
    WebhookStats: {
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      since: string
      events: {
        /**
         * @description Events emitted in the window
         * @example 0
         */
        emitted: number
        /**
         * @description The part of them emitted without an active endpoint
         * @example 0
         */
        skipped: number
        /**
         * @description Series of attempts that ended in the window
         * @example 0
         */
        delivered: number
        /** @example 0 */
        failed: number
        /**
         * @description Failed events of the window that were not delivered since
         * @example 0
         */
        failed_now: number
        /**
         * @description Skipped events of the window that were not sent since
         * @example 0
         */
        skipped_now: number
        /**
         * @description Events that failed or were skipped in the window, and were delivered since
         * @example 0
         */
        recovered: number
        /**
         * @description Pending events of any age
         * @example 0
         */
        pending: number
      }
      attempts: {
        /** @example 0 */
        total: number
        /** @example 0 */
        succeeded: number
        /** @example 0 */
        failed: number
        /** @description The most frequent result comes first */
        results: {
          /**
           * @description The status code of the receiver, or the word in error_message
           * @example 503
           */
          result: string
          /** @example 0 */
          count: number
        }[]
        /** @description The attempts of the window in equal parts, at most 62, oldest first */
        periods: {
          /**
           * Format: date-time
           * @example 2026-06-08T10:20:00.000Z
           */
          start: string
          /** @example 0 */
          succeeded: number
          /** @example 0 */
          failed: number
          /**
           * @description Of the attempts with a response, as in `response_time_ms`. null: no response
           * @example 0
           */
          response_time_p95_ms: number | null
        }[]
      }
      /** @description Response times of attempts with a response, including the time to connect */
      response_time_ms: {
        /** @example 0 */
        p50: number | null
        /** @example 0 */
        p95: number | null
        /** @example 0 */
        p99: number | null
      }
      /** @description Events that failed or were skipped since then, and are neither delivered nor pending: a replay sends them */
      missing: {
        /** @example 0 */
        events: number
        /**
         * @description Missed events that are queued again. They are not in `events`
         * @example 0
         */
        pending: number
        /**
         * Format: date-time
         * @description The last dismissal, or the time of the oldest events that can be sent again
         * @example 2026-06-08T10:20:00.000Z
         */
        since: string
      }
      failure_budget: {
        /**
         * @description The number of consecutive failed events
         * @example 0
         */
        used: number
        /**
         * @description At this number the endpoint is disabled
         * @example 0
         */
        limit: number
      }
      /**
       * Format: date-time
       * @description The first failure after the last success before most attempts failed. null: the receiver works, or has passed a test since
       * @example 2026-06-08T10:20:00.000Z
       */
      failing_since: string | null
      /** @description The newest attempts of the last 10 minutes, at most 200 */
      recent: {
        /** @example 0 */
        attempts: number
        /** @example 0 */
        failed: number
        /**
         * @description false: there were more attempts in this time
         * @example true
         */
        is_complete: boolean
      }
      newest_failure: {
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        at: string
        /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
        event_id: string
        /** @example 200 */
        response_code: number | null
        /** @example 550 5.1.1 mailbox does not exist */
        error_message: string | null
      } | null
      oldest_pending_event: {
        /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
        id: string
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        created_at: string
      } | null
      /**
       * Format: date-time
       * @description null if nothing waits, or the endpoint is not active
       * @example 2026-06-08T10:20:00.000Z
       */
      next_retry_at: string | null
    }
    WebhookHealth: {
      /**
       * @description The newest attempts of the last 24 hours, at most 200
       * @example 0
       */
      attempts: number
      /** @example 0 */
      succeeded: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      oldest_at: string | null
      /** @description Response times of attempts with a response, including the time to connect */
      response_time_ms: {
        /** @example 0 */
        p50: number | null
        /** @example 0 */
        p95: number | null
        /** @example 0 */
        p99: number | null
      }
      failure_budget: {
        /**
         * @description The number of consecutive failed events
         * @example 0
         */
        used: number
        /**
         * @description At this number the endpoint is disabled
         * @example 0
         */
        limit: number
      }
      /**
       * Format: date-time
       * @description The first failure after the last success before most attempts failed. null: the receiver works, or has passed a test since
       * @example 2026-06-08T10:20:00.000Z
       */
      failing_since: string | null
      /** @description The newest attempts of the last 10 minutes, at most 200 */
      recent: {
        /** @example 0 */
        attempts: number
        /** @example 0 */
        failed: number
        /**
         * @description false: there were more attempts in this time
         * @example true
         */
        is_complete: boolean
      }
      newest_failure: {
        /**
         * Format: date-time
         * @example 2026-06-08T10:20:00.000Z
         */
        at: string
        /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
        event_id: string
        /** @example 200 */
        response_code: number | null
        /** @example 550 5.1.1 mailbox does not exist */
        error_message: string | null
      } | null
    }
    WebhookTestRequest: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      received_at: string
      /** @enum {string} */
      method: 'POST'
      /**
       * @example https://test-receiver.invalid/204
       * @example https://test-receiver.invalid/410
       * @example https://test-receiver.invalid/429
       * @example https://test-receiver.invalid/500
       */
      url: string
      /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
      event_id: string
      /** @description In their order, without Host and Content-Length */
      headers: {
        /** @example Mail */
        name: string
        /** @example A-1 */
        value: string
      }[]
      /**
       * @description The exact text that is signed
       * @example Hello Ada, order A-1 is on its way.
       */
      body: string
      signature: {
        /**
         * @description The result of the verifier of the SDK, with the secrets at that time
         * @enum {string}
         */
        verdict: 'valid' | 'bad_header' | 'no_match' | 'stale'
        /** @example The signature is valid: your secret signed exactly this body. */
        sentence: string
      }
      /**
       * @example 204
       * @example 410
       * @example 429
       * @example 500
       */
      response_status: number
    }
    Replay: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * @description held: the endpoint is paused or disabled. The replay continues by itself when the endpoint is active again
       * @enum {string}
       */
      status: 'running' | 'held' | 'finished' | 'canceled'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      since: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      until: string | null
      states: components['schemas']['EventState'][]
      types: components['schemas']['EventType'][] | null
      /**
       * @description The number of events found when the replay was started
       * @example 0
       */
      total: number
      /**
       * @description Events queued so far. It may end below the total, if some events were sent again in the meantime
       * @example 0
       */
      done: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      finished_at: string | null
    }
    ReplayInput: {
      /**
       * Format: date-time
       * @description At most one day less than the retention of events: 29 days ago by default
       * @example 2026-06-08T10:20:00Z
       */
      since: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00Z
       */
      until?: string
      states?: components['schemas']['EventState'][] | null
      types?: components['schemas']['EventType'][] | null
    }
    ListedWebhookEvent: {
      /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
      id: string
      /** @example delivery.sent */
      type: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * @example {
       *       "delivery": {
       *         "id": 1043,
       *         "status": "sent",
       *         "error_message": null,
       *         "sent_at": "2026-06-08T10:20:01.000Z",
       *         "failed_at": null,
       *         "delivered_at": null,
       *         "opened_at": null,
       *         "created_at": "2026-06-08T10:20:00.000Z",
       *         "updated_at": "2026-06-08T10:20:01.000Z",
       *         "message_id": 1042,
       *         "friendly_error_message": null,
       *         "limit_feature_key": null,
       *         "notification_channel": {
       *           "id": 42,
       *           "name": "Mail",
       *           "channel_type": "email"
       *         }
       *       }
       *     }
       */
      data: {
        [key: string]: unknown
      }
      state: components['schemas']['EventState']
      /** @example 0 */
      attempts_made: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      next_attempt_at: string | null
    }
    NewestWebhookEvent: {
      /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
      id: string
      /** @example delivery.sent */
      type: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * @example {
       *       "delivery": {
       *         "id": 1043,
       *         "status": "sent",
       *         "error_message": null,
       *         "sent_at": "2026-06-08T10:20:01.000Z",
       *         "failed_at": null,
       *         "delivered_at": null,
       *         "opened_at": null,
       *         "created_at": "2026-06-08T10:20:00.000Z",
       *         "updated_at": "2026-06-08T10:20:01.000Z",
       *         "message_id": 1042,
       *         "friendly_error_message": null,
       *         "limit_feature_key": null,
       *         "notification_channel": {
       *           "id": 42,
       *           "name": "Mail",
       *           "channel_type": "email"
       *         }
       *       }
       *     }
       */
      data: {
        [key: string]: unknown
      }
      state: components['schemas']['EventState']
      /** @example 0 */
      attempts_made: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      next_attempt_at: string | null
      /**
       * @description Only with `expand=notification_user`. null: the event is about no recipient, or was removed
       * @example {
       *       "id": 1043,
       *       "external_user_id": "user-1",
       *       "email": "ada@example.com",
       *       "first_name": "Ada",
       *       "last_name": "Lovelace"
       *     }
       */
      notification_user?: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example user-1 */
        external_user_id: string | null
        /** @example ada@example.com */
        email: string | null
        /** @example Ada */
        first_name: string | null
        /** @example Lovelace */
        last_name: string | null
      } | null
    }
    WebhookEventWithAttempts: {
      /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
      id: string
      /** @example delivery.sent */
      type: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * @example {
       *       "delivery": {
       *         "id": 1043,
       *         "status": "sent",
       *         "error_message": null,
       *         "sent_at": "2026-06-08T10:20:01.000Z",
       *         "failed_at": null,
       *         "delivered_at": null,
       *         "opened_at": null,
       *         "created_at": "2026-06-08T10:20:00.000Z",
       *         "updated_at": "2026-06-08T10:20:01.000Z",
       *         "message_id": 1042,
       *         "friendly_error_message": null,
       *         "limit_feature_key": null,
       *         "notification_channel": {
       *           "id": 42,
       *           "name": "Mail",
       *           "channel_type": "email"
       *         }
       *       }
       *     }
       */
      data: {
        [key: string]: unknown
      }
      state: components['schemas']['EventState']
      /** @example 0 */
      attempts_made: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      next_attempt_at: string | null
      /**
       * @description The reason if the event was skipped or dropped
       * @example endpoint_paused
       */
      state_reason: string | null
      /**
       * @description The exact text of the body, sent and signed in every attempt
       * @example Hello Ada, order A-1 is on its way.
       */
      body: string
      /** @description Newest first */
      attempts: components['schemas']['WebhookEventAttempt'][]
    }
    WebhookEventAttempt: {
      /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
      event_id: string
      /** @example delivery.sent */
      event_type: string
      /** @example 0 */
      attempt_number: number
      /** @example true */
      succeeded: boolean
      /** @example 200 */
      response_code: number | null
      /** @example 550 5.1.1 mailbox does not exist */
      error_message: string | null
      /**
       * @description The code of Node or OpenSSL if `error_message` is `tls_error`
       * @example CERT_HAS_EXPIRED
       */
      error_code: string | null
      /** @example 87 */
      duration_ms: number
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * @description The endpoint's URL at the time of the attempt. null if an older version recorded the attempt
       * @example https://example.com/webhooks
       */
      url: string | null
      /**
       * @description The first 1 KiB of the response body. Stored only for receivers with public addresses
       * @example OK
       */
      response_head: string | null
      /**
       * @description true if the event was POSTed twice in this attempt, because a reused connection was closed without a response
       * @example true
       */
      posted_again: boolean
      /** @description The headers as sent, in their order, without Host, Content-Length and traceparent. null: no connection was made, so nothing was sent */
      request_headers:
        | {
            /** @example Mail */
            name: string
            /** @example A-1 */
            value: string
          }[]
        | null
    }
    /** @enum {string} */
    EventType:
      | 'delivery.scheduled'
      | 'delivery.queued'
      | 'delivery.sent'
      | 'delivery.delivered'
      | 'delivery.opened'
      | 'delivery.failed'
      | 'delivery.bounced'
      | 'delivery.canceled'
      | 'ping'
    /** @enum {string} */
    EventState: 'pending' | 'delivered' | 'failed' | 'skipped' | 'dropped'
    /** @description The number of deliveries with each status. A retrying delivery counts as queued. */
    DeliveryCounts: {
      /** @example 0 */
      scheduled: number
      /** @example 0 */
      queued: number
      /** @example 0 */
      sent: number
      /** @example 0 */
      failed: number
      /** @example 0 */
      delivered: number
      /** @example 0 */
      bounced: number
      /** @example 0 */
      opened: number
      /** @example 0 */
      canceled: number
    }
    /** @description The shares of the deliveries that were sent, delivered, opened, bounced or failed, from 0 to 1. An opened delivery counts as delivered too. Null if there is none. */
    DeliveryRates: {
      /** @example 0 */
      delivered: number | null
      /** @example 0 */
      opened: number | null
      /** @example 0 */
      bounced: number | null
      /** @example 0 */
      failed: number | null
    }
    DeliveryTotals: {
      counts: components['schemas']['DeliveryCounts']
      rates: components['schemas']['DeliveryRates']
    }
    DeliveryCountGroup: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number | null
      /** @enum {string|null} */
      cause:
        | 'address_not_public'
        | 'aborted'
        | 'authentication_failed'
        | 'connection_refused'
        | 'connection_reset'
        | 'deferred'
        | 'device_unregistered'
        | 'dns_error'
        | 'invalid_address'
        | 'mailbox_full'
        | 'mailbox_unavailable'
        | 'message_refused'
        | 'message_too_large'
        | 'no_text'
        | 'overloaded'
        | 'port_not_allowed'
        | 'provider_error'
        | 'rate_limited'
        | 'sandbox'
        | 'suppressed'
        | 'timeout'
        | 'tls_error'
        | 'unreachable'
        | 'unsubscribed'
        | 'channel_deleted'
        | 'limit_reached'
        | 'no_address'
        | 'no_device'
        | 'recipient_deleted'
        | 'unknown'
        | null
      /**
       * @description The name of the channel or template, or the sentence of the cause. Null: all other groups
       * @example Mail
       */
      name: string | null
      /** @description The channel of a group of `template_channel`. `id` and `name` are of its template */
      channel: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example Mail */
        name: string
      } | null
      counts: components['schemas']['DeliveryCounts']
      /** @description As those of the totals. `delivered`, `opened` and `bounced` leave out the deliveries on channels whose provider reports nothing: in the period, deliveries were sent, and none is delivered, opened or bounced. Null if only these are left. */
      rates: components['schemas']['DeliveryRates']
      /** @description Only with `group_by=channel` and `expand=health` */
      health?: {
        /**
         * @description The share of the ended deliveries that failed or bounced, without those whose recipients cannot be reached
         * @example 0
         */
        failure_rate: number | null
        /**
         * Format: date-time
         * @description When the first delivery was created that failed or bounced since the last success: from its hour on, most deliveries of the channel failed. If the account creates very many deliveries, the start of this hour, or when the channel was created. Of days before yesterday, of 6 hours. Or from then on its provider took nothing, see `health` of the channel, if that is earlier. Null: the channel works, or fewer than 3 have failed, or the newest five of its deliveries that ended, among the newest 200 of the account, went well. At most 7 days ago.
         * @example 2026-06-08T10:20:00.000Z
         */
        failing_since: string | null
        /** @description Why the provider takes nothing, as in `health` of the channel. null: it works */
        provider_failure: {
          /**
           * Format: date-time
           * @example 2026-06-08T10:20:00.000Z
           */
          since: string
          /** @enum {string} */
          cause:
            | 'address_not_public'
            | 'aborted'
            | 'authentication_failed'
            | 'connection_refused'
            | 'connection_reset'
            | 'deferred'
            | 'device_unregistered'
            | 'dns_error'
            | 'invalid_address'
            | 'mailbox_full'
            | 'mailbox_unavailable'
            | 'message_refused'
            | 'message_too_large'
            | 'no_text'
            | 'overloaded'
            | 'port_not_allowed'
            | 'provider_error'
            | 'rate_limited'
            | 'sandbox'
            | 'suppressed'
            | 'timeout'
            | 'tls_error'
            | 'unreachable'
            | 'unsubscribed'
          /** @example 550 5.1.1 mailbox does not exist */
          error_message: string
        } | null
        newest_failure: {
          /**
           * Format: int64
           * @example 1043
           */
          delivery_id: number
          /**
           * Format: date-time
           * @example 2026-06-08T10:20:00.000Z
           */
          at: string
          /** @enum {string} */
          cause:
            | 'address_not_public'
            | 'aborted'
            | 'authentication_failed'
            | 'connection_refused'
            | 'connection_reset'
            | 'deferred'
            | 'device_unregistered'
            | 'dns_error'
            | 'invalid_address'
            | 'mailbox_full'
            | 'mailbox_unavailable'
            | 'message_refused'
            | 'message_too_large'
            | 'no_text'
            | 'overloaded'
            | 'port_not_allowed'
            | 'provider_error'
            | 'rate_limited'
            | 'sandbox'
            | 'suppressed'
            | 'timeout'
            | 'tls_error'
            | 'unreachable'
            | 'unsubscribed'
            | 'channel_deleted'
            | 'limit_reached'
            | 'no_address'
            | 'no_device'
            | 'recipient_deleted'
            | 'unknown'
          /** @example 550 5.1.1 mailbox does not exist */
          error_message: string | null
        } | null
      }
    }
    EventCount: {
      /**
       * Format: date-time
       * @description The start of the hour
       * @example 2026-06-08T10:20:00.000Z
       */
      hour: string
      /** @example delivery.sent */
      type: string
      /** @example 0 */
      events: number
    }
    Account: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      limits: {
        /**
         * Format: int64
         * @description null: no limit
         * @example 0
         */
        monthly_email_deliveries: number | null
        /**
         * Format: int64
         * @description null: no limit
         * @example 0
         */
        monthly_push_deliveries: number | null
        /**
         * Format: int64
         * @description null: no limit
         * @example 0
         */
        monthly_sms_deliveries: number | null
        /**
         * Format: int64
         * @description null: no limit
         * @example 0
         */
        monthly_in_app_deliveries: number | null
      }
      usage: {
        /**
         * @description The month in UTC
         * @example 2026-06
         */
        month: string
        /**
         * Format: int64
         * @example 0
         */
        monthly_email_deliveries: number
        /**
         * Format: int64
         * @example 0
         */
        monthly_push_deliveries: number
        /**
         * Format: int64
         * @example 0
         */
        monthly_sms_deliveries: number
        /**
         * Format: int64
         * @example 0
         */
        monthly_in_app_deliveries: number
      }
      /** @description The origins whose pages may read the inbox */
      allowed_origins: string[]
      /**
       * Format: int64
       * @description The template of mails by SMTP that name none
       * @example 1043
       */
      smtp_template_id: number | null
    }
    AccountPatch: {
      /** @example Mail */
      name?: string
      /**
       * @description The origins of your pages that show the inbox, exactly as browsers send them. They replace the former ones
       * @example [
       *       "https://app.example.com"
       *     ]
       */
      allowed_origins?: string[] | null
      /**
       * Format: int64
       * @description The template of mails by SMTP that name none
       * @example 1
       */
      smtp_template_id?: number | null
    }
    AuditEntry: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example webhook_endpoint.disabled */
      action: string
      /** @example api_key:12 */
      actor: string
      /**
       * @description The name of the member or key. null: the member was removed, or the service acted
       * @example Ada Lovelace
       */
      actor_name: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      at: string
      /**
       * @description The IP address of the caller
       * @example 203.0.113.7
       */
      from: string | null
      /** @example webhook_endpoint:7 */
      target: string | null
      /** @example {} */
      details: {
        [key: string]: unknown
      }
    }
    /** @enum {string} */
    AuditObject:
      | 'account'
      | 'api_key'
      | 'member'
      | 'message_resend'
      | 'notification_channel'
      | 'notification_user'
      | 'preference_page'
      | 'recipient_signing_key'
      | 'suppression'
      | 'topic'
      | 'webhook_endpoint'
    LoggedRequest: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * @description The header X-Request-Id of the response. A caller may choose it, so it may repeat
       * @example req_4fzq1tUR8jXvT0aMwk2d
       */
      request_id: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      at: string
      /** @example api_key:12 */
      actor: string
      /**
       * @description The name of the member or key. null: the member was removed, or your role may not read the audit log
       * @example Ada Lovelace
       */
      actor_name: string | null
      /** @example POST */
      method: string
      /**
       * @description The path with its numbers. Other values have the name of their parameter: they may be personal data
       * @example /api/v1/messages
       */
      path: string
      /** @example 422 */
      status: number
      /** @example 87 */
      duration_ms: number
      /**
       * @description The code of the error
       * @example invalid
       */
      code: string | null
      /**
       * @description The errors by field, as in the response. A name that the operation does not know is (unknown)
       * @example {
       *       "email": [
       *         "is not an email address"
       *       ]
       *     }
       */
      errors: {
        [key: string]: unknown
      } | null
      /**
       * @description The ids of new messages
       * @example {
       *       "message_id": 42
       *     }
       */
      made: {
        [key: string]: unknown
      } | null
    }
    Mail: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @enum {string} */
      kind:
        | 'webhook_endpoint_failing'
        | 'webhook_endpoint_disabled'
        | 'notification_channel_failing'
        | 'notification_channel_recovered'
      /** @example Order A-1 */
      subject: string
      /** @example Hello Ada, order A-1 is on its way. */
      text: string
      /**
       * @description not_sent: all tries failed, or the service has no mail server
       * @enum {string}
       */
      state: 'waiting' | 'sent' | 'not_sent'
      /** @example no_mail_server */
      error_message: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      sent_at: string | null
    }
    ApiKey: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      /** @enum {string} */
      role: 'full' | 'send' | 'read'
      /**
       * @description The last four characters of the key
       * @example Xy7q
       */
      last4: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @description To the minute. null: not used yet
       * @example 2026-06-08T10:20:00.000Z
       */
      last_used_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      revoked_at: string | null
    }
    ApiKeyWithKey: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example Mail */
      name: string
      /** @enum {string} */
      role: 'full' | 'send' | 'read'
      /**
       * @description The last four characters of the key
       * @example Xy7q
       */
      last4: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @description To the minute. null: not used yet
       * @example 2026-06-08T10:20:00.000Z
       */
      last_used_at: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      revoked_at: string | null
      /**
       * @description Shown only once
       * @example sk_9fK2mQ7xVb4TzR1cN8yHs5LwJd3GpA6eUoXk0iZqBtM
       */
      key: string
    }
    ApiKeyInput: {
      /** @example Production */
      name: string
      /**
       * @description `read` allows GET. `send` allows messages, recipients and deliveries, and GET of events and suppressions. `full` allows everything except requests for members only. Default `full`
       * @enum {string}
       */
      role?: 'full' | 'send' | 'read'
    }
    Member: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /** @example ada@example.com */
      email: string
      /** @example Ada */
      name: string | null
      /**
       * @description `viewer` can read. `developer` can also write, except members, API keys and limits. `owner` can do everything
       * @enum {string}
       */
      role: 'owner' | 'developer' | 'viewer'
      /**
       * @description true if the member has accepted the invitation and can sign in
       * @example true
       */
      active: boolean
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      invited_until: string | null
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
    }
    MemberPatch: {
      /** @example Ada */
      name?: string | null
      /** @enum {string} */
      role?: 'owner' | 'developer' | 'viewer'
    }
    MemberInput: {
      /** @example ada@example.com */
      email: string
      /** @example Ada */
      name?: string | null
      /** @enum {string} */
      role: 'owner' | 'developer' | 'viewer'
    }
    Session: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * @description The value for the header X-CSRF-Token, required for all methods except GET and HEAD
       * @example c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg
       */
      csrf_token: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      expires_at: string
      member: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example ada@example.com */
        email: string
        /** @example Mail */
        name: string | null
        /** @enum {string} */
        role: 'owner' | 'developer' | 'viewer'
      }
      account: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example Mail */
        name: string
      }
      /** @description The accounts of the person, by name. `PUT /api/v1/session/account` switches to another account */
      accounts: {
        /**
         * Format: int64
         * @example 1043
         */
        id: number
        /** @example Mail */
        name: string
        /** @enum {string} */
        role: 'owner' | 'developer' | 'viewer'
      }[]
      /** @example null */
      webhook_endpoint: components['schemas']['WebhookEndpoint'] | null
      /** @example null */
      webhook_health: components['schemas']['WebhookHealth'] | null
      /** @description What the account has done so far: sent a message, connected a provider, confirmed an event */
      first_steps: {
        /** @example true */
        has_message: boolean
        /** @example true */
        has_provider: boolean
        /** @example true */
        has_confirmed_event: boolean
      }
      /**
       * @description A cursor of the event feed. `GET /api/v1/live` with it reports all events since this response
       * @example MTc4MDkxNDAwMDAwMC40Mg
       */
      live_after: string
    }
    SignIn: {
      /** @example ada@example.com */
      email: string
      /** @example correct horse battery */
      password: string
    }
    PasswordChange: {
      /** @example correct horse battery */
      current_password: string
      /** @example another horse battery */
      new_password: string
    }
    PasswordConfirmation: {
      /**
       * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
       * @example correct horse battery
       */
      current_password?: string
    }
    GivenPassword: {
      /** @example correct horse battery */
      current_password: string
    }
    AccountSwitch: {
      /**
       * Format: int64
       * @example 1043
       */
      account_id: number
    }
    InvitationToken: {
      /** @example inv_1_... */
      token: string
    }
    InvitationAcceptance: {
      /** @example inv_1_... */
      token: string
      /** @example correct horse battery */
      password: string
      /** @example Ada */
      name?: string | null
    }
    ListedSession: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * @description true for the session of this request
       * @example true
       */
      current: boolean
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      created_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      last_used_at: string
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:00.000Z
       */
      expires_at: string
      /**
       * @description The IP address at the start of the session
       * @example 203.0.113.7
       */
      from: string | null
      /** @example Mozilla/5.0 */
      user_agent: string | null
    }
    Health: {
      /** @example ok */
      status: string
      /** @example [] */
      reasons?: string[]
      /**
       * @description With several database servers: the reasons of each server that does not work
       * @example {}
       */
      servers?: {
        [key: string]: string[]
      }
    }
    /** @description The body of a request to the webhook endpoint */
    Event:
      | components['schemas']['DeliveryScheduledEvent']
      | components['schemas']['DeliveryQueuedEvent']
      | components['schemas']['DeliverySentEvent']
      | components['schemas']['DeliveryDeliveredEvent']
      | components['schemas']['DeliveryOpenedEvent']
      | components['schemas']['DeliveryFailedEvent']
      | components['schemas']['DeliveryBouncedEvent']
      | components['schemas']['DeliveryCanceledEvent']
      | components['schemas']['PingEvent']
    /** @description The message of the delivery. Only if the endpoint has `include_message` */
    EventMessage: {
      /**
       * Format: int64
       * @example 1043
       */
      id: number
      /**
       * @description Your own id of the recipient
       * @example user-1
       */
      external_user_id: string | null
      /** @example receipt */
      message_template_name: string
    }
    DeliveryScheduledEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'delivery.scheduled'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        delivery: components['schemas']['Delivery']
        message?: components['schemas']['EventMessage']
      }
    }
    DeliveryQueuedEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'delivery.queued'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        delivery: components['schemas']['Delivery']
        message?: components['schemas']['EventMessage']
      }
    }
    DeliverySentEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'delivery.sent'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        delivery: components['schemas']['Delivery']
        message?: components['schemas']['EventMessage']
      }
    }
    DeliveryDeliveredEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'delivery.delivered'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        delivery: components['schemas']['Delivery']
        message?: components['schemas']['EventMessage']
      }
    }
    DeliveryOpenedEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'delivery.opened'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        delivery: components['schemas']['Delivery']
        message?: components['schemas']['EventMessage']
      }
    }
    DeliveryFailedEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'delivery.failed'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        delivery: components['schemas']['Delivery']
        message?: components['schemas']['EventMessage']
      }
    }
    DeliveryBouncedEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'delivery.bounced'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        delivery: components['schemas']['Delivery']
        message?: components['schemas']['EventMessage']
      }
    }
    DeliveryCanceledEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'delivery.canceled'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        delivery: components['schemas']['Delivery']
        message?: components['schemas']['EventMessage']
      }
    }
    PingEvent: {
      /**
       * @description The id is the same in every attempt: use it to drop repeated events
       * @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0
       */
      id: string
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ping'
      /**
       * Format: date-time
       * @example 2026-06-08T10:20:01Z
       */
      created_at: string
      data: {
        /** @example text */
        message: string
      }
    }
    /** @description No text and no name in it may contain a NUL character, at any depth */
    NoNul: unknown
  }
  responses: {
    /** @description `malformed_request`: The request is malformed */
    '400.malformed_request.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `request_timeout`: The request took too long to arrive: the limit is 10 seconds for its headers, 30 for the whole request, 5 for a pause in a large body */
    '408.request_timeout': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `body_too_large`: The body is too large */
    '413.body_too_large.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `expectation_failed`: The header Expect may only be 100-continue */
    '417.expectation_failed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `unknown_field`: The request has an unknown field or parameter */
    '422.unknown_field.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `rate_limited`: Too many requests: slow down */
    '429.rate_limited.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `headers_too_large`: The request headers are too large (maximum is 16 KB in all) */
    '431.headers_too_large': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `internal`: Something went wrong on our side */
    '500.internal.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `overloaded`: The service is overloaded: try again
     *
     *     `unavailable`: The database is unavailable: try again
     */
    '503.overloaded.unavailable.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `malformed_body`: The body could not be parsed
     *
     *     `missing_root_key`: The body has no root key
     *
     *     `malformed_request`: The request is malformed
     */
    '400.malformed_body.missing_root_key.malformed_request.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `invalid_credentials`: The email or the password is wrong */
    '401.invalid_credentials': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `csrf_failed`: Send the request from a page of this service at its PUBLIC_URL, with the X-CSRF-Token of the session. Without PUBLIC_URL, the page must be at an address like http://192.0.2.1:3000 or at localhost */
    '403.csrf_failed.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `unsupported_media_type`: The body must be application/json, application/x-www-form-urlencoded or multipart/form-data */
    '415.unsupported_media_type.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `unknown_field`: The request has an unknown field or parameter
     */
    '422.invalid.unknown_field.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `malformed_request`: The request is malformed */
    '400.malformed_request': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `missing_api_key`: An API key is required: send the header Authorization: Bearer <API key>
     *
     *     `invalid_api_key`: The API key is not valid
     *
     *     `session_ended`: The session has ended: sign in again
     */
    '401.missing_api_key.invalid_api_key.session_ended': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `forbidden`: Your role does not allow this */
    '403.forbidden': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `body_too_large`: The body is too large */
    '413.body_too_large': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `unknown_field`: The request has an unknown field or parameter */
    '422.unknown_field': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `rate_limited`: Too many requests: slow down */
    '429.rate_limited': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `internal`: Something went wrong on our side */
    '500.internal': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `overloaded`: The service is overloaded: try again
     *
     *     `unavailable`: The database is unavailable: try again
     */
    '503.overloaded.unavailable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `forbidden`: Your role does not allow this
     *
     *     `csrf_failed`: Send the request from a page of this service at its PUBLIC_URL, with the X-CSRF-Token of the session. Without PUBLIC_URL, the page must be at an address like http://192.0.2.1:3000 or at localhost
     */
    '403.forbidden.csrf_failed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `conflict`: The state of the object does not allow this */
    '409.conflict.open': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `malformed_body`: The body could not be parsed
     *
     *     `missing_root_key`: The body has no root key
     *
     *     `malformed_request`: The request is malformed
     */
    '400.malformed_body.missing_root_key.malformed_request': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key */
    '409.idempotency_key_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `unsupported_media_type`: The body must be application/json, application/x-www-form-urlencoded or multipart/form-data */
    '415.unsupported_media_type': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `unknown_field`: The request has an unknown field or parameter
     *
     *     `idempotency_key_reused`: The idempotency key belongs to another request or another caller: use a new key for a new request
     *
     *     `template_limit`: The template exceeded a limit when it was rendered
     */
    '422.invalid.unknown_field.idempotency_key_reused.template_limit': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `render_budget`: The account has used up its time for rendering templates: wait, send less at once, or simplify the templates
     *
     *     `overloaded`: The service is overloaded: try again
     *
     *     `unavailable`: The database is unavailable: try again
     */
    '503.render_budget.overloaded.unavailable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `unknown_field`: The request has an unknown field or parameter
     */
    '422.invalid.unknown_field': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `unknown_field`: The request has an unknown field or parameter
     *
     *     `idempotency_key_reused`: The idempotency key belongs to another request or another caller: use a new key for a new request
     */
    '422.invalid.unknown_field.idempotency_key_reused': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `unknown_field`: The request has an unknown field or parameter
     *
     *     `template_limit`: The template exceeded a limit when it was rendered
     */
    '422.invalid.unknown_field.template_limit': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `not_found`: Not found */
    '404.not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `not_scheduled`: The message is no longer scheduled: GET /api/v1/messages/{id} shows its state. To send another message, call POST /api/v1/messages */
    '409.not_scheduled': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `not_cancelable`: Nothing is left to cancel: GET /api/v1/messages/{id} shows the state of the message
     *
     *     `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     */
    '409.not_cancelable.idempotency_key_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `malformed_body`: The body could not be parsed
     *
     *     `malformed_request`: The request is malformed
     */
    '400.malformed_body.malformed_request': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     *
     *     `resend_running`: A resend of messages is running: wait until it ends, or cancel it with POST /api/v1/message_resends/{id}/cancel
     */
    '409.idempotency_key_running.resend_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `not_retrying`: The delivery does not wait for another send: GET /api/v1/deliveries/{id} shows its status and its message_id. To send a failed message again, call send_again of the message
     *
     *     `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     */
    '409.not_retrying.idempotency_key_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `name_taken`: The name is already taken
     *
     *     `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     */
    '409.name_taken.idempotency_key_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `password_required`: Current password is required: send your password as current_password, or first call POST /api/v1/session/confirm_password, which counts for 10 minutes
     *
     *     `unknown_field`: The request has an unknown field or parameter
     */
    '422.invalid.password_required.unknown_field': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `name_taken`: The name is already taken */
    '409.name_taken': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `limit_reached`: The limit is reached: remove one first
     *
     *     `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     */
    '409.limit_reached.idempotency_key_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `password_required`: Current password is required: send your password as current_password, or first call POST /api/v1/session/confirm_password, which counts for 10 minutes
     *
     *     `unknown_field`: The request has an unknown field or parameter
     */
    '422.password_required.unknown_field': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     *
     *     `suppression_exists`: The address is already suppressed: to send to it again, call DELETE /api/v1/suppressions/{id}
     */
    '409.idempotency_key_running.suppression_exists': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `password_required`: Current password is required: send your password as current_password, or first call POST /api/v1/session/confirm_password, which counts for 10 minutes
     *
     *     `unknown_field`: The request has an unknown field or parameter
     *
     *     `idempotency_key_reused`: The idempotency key belongs to another request or another caller: use a new key for a new request
     */
    '422.invalid.password_required.unknown_field.idempotency_key_reused': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `name_taken`: The name is already taken
     *
     *     `limit_reached`: The limit is reached: remove one first
     *
     *     `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     */
    '409.name_taken.limit_reached.idempotency_key_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `topic_in_use`: A template has the topic: give the template another topic first, with PATCH /api/v1/message_templates/{id} */
    '409.topic_in_use': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `name_taken`: The name is already taken
     *
     *     `draft_changed`: Somebody else saved, published or discarded the draft after you read it: read it again with GET /api/v1/message_templates/{id}/draft
     *
     *     `version_changed`: You changed an old version: read the current one with GET /api/v1/message_templates/{id}, then change it
     */
    '409.name_taken.draft_changed.version_changed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `draft_changed`: Somebody else saved, published or discarded the draft after you read it: read it again with GET /api/v1/message_templates/{id}/draft
     *
     *     `version_changed`: You changed an old version: read the current one with GET /api/v1/message_templates/{id}, then change it
     *
     *     `limit_reached`: The limit is reached: remove one first
     */
    '409.draft_changed.version_changed.limit_reached': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `draft_changed`: Somebody else saved, published or discarded the draft after you read it: read it again with GET /api/v1/message_templates/{id}/draft */
    '409.draft_changed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `partial_in_use`: Templates or other partials use the partial: remove it from their texts first. GET /api/v1/partials/{id} shows them */
    '409.partial_in_use': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     *
     *     `endpoint_exists`: The account already has a webhook endpoint: change it with PATCH /api/v1/webhook_endpoints/{id}, or delete it with DELETE /api/v1/webhook_endpoints/{id}
     */
    '409.idempotency_key_running.endpoint_exists': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `password_required`: Current password is required: send your password as current_password, or first call POST /api/v1/session/confirm_password, which counts for 10 minutes
     *
     *     `unknown_field`: The request has an unknown field or parameter
     *
     *     `idempotency_key_reused`: The idempotency key belongs to another request or another caller: use a new key for a new request
     *
     *     `url_not_https`: Url must use https
     *
     *     `url_too_long`: Url is too long (maximum is 2048 characters)
     *
     *     `url_invalid`: Url is not valid
     *
     *     `url_not_public`: Url must be a public HTTPS address
     *
     *     `url_unresolvable`: Url must have a host with an address in DNS
     */
    '422.invalid.password_required.unknown_field.idempotency_key_reused.url_not_https.url_too_long.url_invalid.url_not_public.url_unresolvable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `endpoint_disabled`: The webhook endpoint is disabled: enable it with POST /api/v1/webhook_endpoints/{id}/reactivate */
    '409.endpoint_disabled': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `invalid`: The request is not valid
     *
     *     `password_required`: Current password is required: send your password as current_password, or first call POST /api/v1/session/confirm_password, which counts for 10 minutes
     *
     *     `unknown_field`: The request has an unknown field or parameter
     *
     *     `url_not_https`: Url must use https
     *
     *     `url_too_long`: Url is too long (maximum is 2048 characters)
     *
     *     `url_invalid`: Url is not valid
     *
     *     `url_not_public`: Url must be a public HTTPS address
     *
     *     `url_unresolvable`: Url must have a host with an address in DNS
     */
    '422.invalid.password_required.unknown_field.url_not_https.url_too_long.url_invalid.url_not_public.url_unresolvable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     *
     *     `endpoint_paused`: The webhook endpoint is paused: to resume it, set active to true with PATCH /api/v1/webhook_endpoints/{id}
     */
    '409.idempotency_key_running.endpoint_paused': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     *
     *     `endpoint_inactive`: The account has no active webhook endpoint: register one with POST /api/v1/webhook_endpoints
     */
    '409.idempotency_key_running.endpoint_inactive': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     *
     *     `endpoint_inactive`: The account has no active webhook endpoint: register one with POST /api/v1/webhook_endpoints
     *
     *     `event_pending`: The event is still pending: GET /api/v1/webhook_events/{id} shows its attempts
     */
    '409.idempotency_key_running.endpoint_inactive.event_pending': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     *
     *     `endpoint_inactive`: The account has no active webhook endpoint: register one with POST /api/v1/webhook_endpoints
     *
     *     `replay_running`: A replay to the webhook endpoint is running: wait until it ends, or cancel it with POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel
     */
    '409.idempotency_key_running.endpoint_inactive.replay_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `email_taken`: The account already has a member with this email: change the member with PATCH /api/v1/members/{id}, or send a new invitation with POST /api/v1/members/{id}/invite
     *
     *     `limit_reached`: The limit is reached: remove one first
     *
     *     `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     */
    '409.email_taken.limit_reached.idempotency_key_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `last_owner`: The account needs at least one active owner: first make another member an owner, with PATCH /api/v1/members/{id} */
    '409.last_owner': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `member_active`: The member can already sign in. If the password is lost: remove the member with DELETE /api/v1/members/{id} and add it again with POST /api/v1/members, or ask the operator to run `npm run tidings -- members reset-password EMAIL`
     *
     *     `idempotency_key_running`: The first request with this idempotency key is still running: wait, then send the request again with the same key
     */
    '409.member_active.idempotency_key_running': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `invalid_recipient_token`: A valid recipient token is required: send the header Authorization: Bearer <recipient token> */
    '401.invalid_recipient_token': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `origin_not_allowed`: The account does not allow pages of this origin: add it to its allowed_origins, with PATCH /api/v1/account */
    '403.origin_not_allowed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
  }
  parameters: {
    /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
    IdempotencyKey: string
  }
  requestBodies: never
  headers: {
    /** @description The id of this request in the log of the service */
    'X-Request-Id': string
    /** @description The requests left to the account, and the seconds until its allowance is full again (draft-ietf-httpapi-ratelimit-headers). Absent if there is no limit */
    RateLimit: string
    /** @description The allowance of the account, and its window in seconds. Absent if there is no limit */
    'RateLimit-Policy': string
    /** @description The seconds to wait before a retry */
    'Retry-After': string
    /** @description `true` if this is the stored response of an earlier request with the same key */
    'Idempotency-Replayed': string
    /** @description `<...>; rel="next"`: the address of the next page. Absent on the last page */
    Link: string
    /** @description How to authenticate */
    'WWW-Authenticate': string
    /** @description The cookie of the session: HttpOnly, SameSite=Strict */
    'Set-Cookie': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  checkAlive: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "reasons": [],
           *       "servers": {}
           *     }
           */
          'application/json': components['schemas']['Health']
        }
      }
      400: components['responses']['400.malformed_request.open']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large.open']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field.open']
      429: components['responses']['429.rate_limited.open']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal.open']
      503: components['responses']['503.overloaded.unavailable.open']
    }
  }
  checkReady: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "reasons": [],
           *       "servers": {}
           *     }
           */
          'application/json': components['schemas']['Health']
        }
      }
      400: components['responses']['400.malformed_request.open']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large.open']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field.open']
      429: components['responses']['429.rate_limited.open']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal.open']
      /** @description Done */
      503: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "reasons": [],
           *       "servers": {}
           *     }
           */
          'application/json': components['schemas']['Health']
        }
      }
    }
  }
  getSession: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": 1043,
           *         "csrf_token": "c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg",
           *         "expires_at": "2026-06-08T10:20:00.000Z",
           *         "member": {
           *           "id": 1043,
           *           "email": "ada@example.com",
           *           "name": "Mail",
           *           "role": "owner"
           *         },
           *         "account": {
           *           "id": 1043,
           *           "name": "Mail"
           *         },
           *         "accounts": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "role": "owner"
           *           }
           *         ],
           *         "webhook_endpoint": {
           *           "id": 1043,
           *           "url": "https://example.com/webhooks",
           *           "active": true,
           *           "status": "active",
           *           "secret_preview": "whsec_…Xy7q",
           *           "previous_secret_expires_at": "2026-06-08T10:20:00.000Z",
           *           "signature_format": "service",
           *           "include_message": true,
           *           "consecutive_failures": 0,
           *           "inactive_since": "2026-06-08T10:20:00.000Z",
           *           "disabled_at": "2026-06-08T10:20:00.000Z",
           *           "disabled_reason": "20 consecutive events failed",
           *           "missing_dismissed_at": "2026-06-08T10:20:00.000Z",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         },
           *         "webhook_health": {
           *           "attempts": 0,
           *           "succeeded": 0,
           *           "oldest_at": "2026-06-08T10:20:00.000Z",
           *           "response_time_ms": {
           *             "p50": 0,
           *             "p95": 0,
           *             "p99": 0
           *           },
           *           "failure_budget": {
           *             "used": 0,
           *             "limit": 0
           *           },
           *           "failing_since": "2026-06-08T10:20:00.000Z",
           *           "recent": {
           *             "attempts": 0,
           *             "failed": 0,
           *             "is_complete": true
           *           },
           *           "newest_failure": {
           *             "at": "2026-06-08T10:20:00.000Z",
           *             "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *             "response_code": 200,
           *             "error_message": "550 5.1.1 mailbox does not exist"
           *           }
           *         },
           *         "first_steps": {
           *           "has_message": true,
           *           "has_provider": true,
           *           "has_confirmed_event": true
           *         },
           *         "live_after": "MTc4MDkxNDAwMDAwMC40Mg"
           *       }
           *     }
           */
          'application/json': {
            session: components['schemas']['Session']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  signIn: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "session": {
         *         "email": "ada@example.com",
         *         "password": "correct horse battery"
         *       }
         *     }
         */
        'application/json': {
          session: components['schemas']['SignIn']
        }
        'application/x-www-form-urlencoded': {
          session: components['schemas']['SignIn']
        }
        'multipart/form-data': {
          session: components['schemas']['SignIn']
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": 1043,
           *         "csrf_token": "c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg",
           *         "expires_at": "2026-06-08T10:20:00.000Z",
           *         "member": {
           *           "id": 1043,
           *           "email": "ada@example.com",
           *           "name": "Mail",
           *           "role": "owner"
           *         },
           *         "account": {
           *           "id": 1043,
           *           "name": "Mail"
           *         },
           *         "accounts": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "role": "owner"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            session: {
              /**
               * Format: int64
               * @example 1043
               */
              id: number
              /**
               * @description The value for the header X-CSRF-Token, required for all methods except GET and HEAD
               * @example c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg
               */
              csrf_token: string
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              expires_at: string
              member: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example ada@example.com */
                email: string
                /** @example Mail */
                name: string | null
                /** @enum {string} */
                role: 'owner' | 'developer' | 'viewer'
              }
              account: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example Mail */
                name: string
              }
              /** @description The accounts of the person, by name. `PUT /api/v1/session/account` switches to another account */
              accounts: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example Mail */
                name: string
                /** @enum {string} */
                role: 'owner' | 'developer' | 'viewer'
              }[]
            }
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request.open']
      401: components['responses']['401.invalid_credentials']
      403: components['responses']['403.csrf_failed.open']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large.open']
      415: components['responses']['415.unsupported_media_type.open']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.open']
      429: components['responses']['429.rate_limited.open']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal.open']
      503: components['responses']['503.overloaded.unavailable.open']
    }
  }
  signOut: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  showInvitation: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "invitation": {
         *         "token": "inv_1_..."
         *       }
         *     }
         */
        'application/json': {
          invitation: components['schemas']['InvitationToken']
        }
        'application/x-www-form-urlencoded': {
          invitation: components['schemas']['InvitationToken']
        }
        'multipart/form-data': {
          invitation: components['schemas']['InvitationToken']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "invitation": {
           *         "account_name": "Acme",
           *         "email": "ada@example.com",
           *         "role": "owner",
           *         "invited_by": "Ada Lovelace",
           *         "expires_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            invitation: {
              /** @example Acme */
              account_name: string
              /** @example ada@example.com */
              email: string
              /** @enum {string} */
              role: 'owner' | 'developer' | 'viewer'
              /**
               * @description The name or the email of the inviting member
               * @example Ada Lovelace
               */
              invited_by: string | null
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              expires_at: string
            }
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request.open']
      403: components['responses']['403.csrf_failed.open']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large.open']
      415: components['responses']['415.unsupported_media_type.open']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.open']
      429: components['responses']['429.rate_limited.open']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal.open']
      503: components['responses']['503.overloaded.unavailable.open']
    }
  }
  acceptInvitation: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "invitation": {
         *         "token": "inv_1_...",
         *         "password": "correct horse battery",
         *         "name": "Ada"
         *       }
         *     }
         */
        'application/json': {
          invitation: components['schemas']['InvitationAcceptance']
        }
        'application/x-www-form-urlencoded': {
          invitation: components['schemas']['InvitationAcceptance']
        }
        'multipart/form-data': {
          invitation: components['schemas']['InvitationAcceptance']
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": 1043,
           *         "csrf_token": "c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg",
           *         "expires_at": "2026-06-08T10:20:00.000Z",
           *         "member": {
           *           "id": 1043,
           *           "email": "ada@example.com",
           *           "name": "Mail",
           *           "role": "owner"
           *         },
           *         "account": {
           *           "id": 1043,
           *           "name": "Mail"
           *         },
           *         "accounts": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "role": "owner"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            session: {
              /**
               * Format: int64
               * @example 1043
               */
              id: number
              /**
               * @description The value for the header X-CSRF-Token, required for all methods except GET and HEAD
               * @example c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg
               */
              csrf_token: string
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              expires_at: string
              member: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example ada@example.com */
                email: string
                /** @example Mail */
                name: string | null
                /** @enum {string} */
                role: 'owner' | 'developer' | 'viewer'
              }
              account: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example Mail */
                name: string
              }
              /** @description The accounts of the person, by name. `PUT /api/v1/session/account` switches to another account */
              accounts: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example Mail */
                name: string
                /** @enum {string} */
                role: 'owner' | 'developer' | 'viewer'
              }[]
            }
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request.open']
      403: components['responses']['403.csrf_failed.open']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.conflict.open']
      413: components['responses']['413.body_too_large.open']
      415: components['responses']['415.unsupported_media_type.open']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.open']
      429: components['responses']['429.rate_limited.open']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal.open']
      503: components['responses']['503.overloaded.unavailable.open']
    }
  }
  listMessages: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        notification_user_id?: number
        external_user_id?: string
        /**
         * @description The whole reference
         * @example order-1001
         */
        reference?: string
        message_template_id?: number
        message_template_name?: string
        /** @example 2026-06-08T10:20:00Z */
        created_after?: string
        /** @example 2026-06-08T10:20:00Z */
        created_before?: string
        seen?: boolean
        /**
         * @description One or several of scheduled, queued, retrying, sent, failed, delivered, bounced, opened, canceled, with a comma between them. At least one delivery of the message has one of these statuses
         * @example scheduled,queued
         */
        status?: string
        /**
         * @description One or several of notification_user, notification_user_fields, message_template, with a comma between them. `notification_user` adds to each message the recipient, and the links between messages that were sent again, `notification_user_fields` all fields of the recipient, `message_template` the id and the name of the template
         * @example notification_user,notification_user_fields
         */
        expand?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "messages": [
           *         {
           *           "id": 1043,
           *           "notification_user_id": 1043,
           *           "message_template_id": 1043,
           *           "account_id": 1043,
           *           "actor_id": 1043,
           *           "seen": true,
           *           "subject": "Order A-1",
           *           "body": "Hello Ada, order A-1 is on its way.",
           *           "rendered_subject": "Order A-1",
           *           "rendered_body": "Hello Ada, order A-1 is on its way.",
           *           "message_attributes": [
           *             {
           *               "id": 1043,
           *               "name": "Mail",
           *               "value": "A-1"
           *             }
           *           ],
           *           "send_at": "2026-06-08T10:20:00.000Z",
           *           "seen_at": "2026-06-08T10:20:00.000Z",
           *           "delivered_at": "2026-06-08T10:20:00.000Z",
           *           "canceled_at": "2026-06-08T10:20:00.000Z",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z",
           *           "deliveries": [
           *             {
           *               "id": 1043,
           *               "status": "scheduled",
           *               "notification_channel": {
           *                 "id": 1043,
           *                 "name": "Mail",
           *                 "channel_type": "email"
           *               }
           *             }
           *           ],
           *           "critical": true,
           *           "locale": "en",
           *           "skipped_channels": [
           *             {
           *               "notification_channel": {
           *                 "id": 1043,
           *                 "name": "Mail",
           *                 "channel_type": "email"
           *               },
           *               "reason": "topic_disabled"
           *             }
           *           ],
           *           "reference": "order-1001",
           *           "metadata": {
           *             "order_id": "1001",
           *             "shop": "Bern"
           *           },
           *           "attachments": [
           *             {
           *               "filename": "text",
           *               "content_type": "text",
           *               "bytes": 0
           *             }
           *           ],
           *           "priority": "high",
           *           "sent_again_as": 1043,
           *           "again_of": 1043,
           *           "notification_user": {
           *             "id": 1043,
           *             "external_user_id": "user-1",
           *             "email": "ada@example.com",
           *             "first_name": "Ada",
           *             "last_name": "Lovelace"
           *           },
           *           "notification_user_fields": {
           *             "id": 1043,
           *             "external_user_id": "user-1",
           *             "email": "ada@example.com",
           *             "phone": "+4366012345678",
           *             "first_name": "Ada",
           *             "last_name": "Lovelace",
           *             "locale": "en",
           *             "time_zone": "Europe/Vienna",
           *             "attributes": {
           *               "plan": "pro"
           *             },
           *             "created_at": "2026-06-08T10:20:00.000Z",
           *             "updated_at": "2026-06-08T10:20:00.000Z"
           *           },
           *           "message_template": {
           *             "id": 1043,
           *             "name": "receipt"
           *           }
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            messages: components['schemas']['ListedMessage'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createMessage: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
        /**
         * @description The trace context of W3C. If the operator has traces on, sends and webhook attempts of the messages link to it. An invalid one is ignored.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        traceparent?: string
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "message": {
         *         "external_user_id": "user-1",
         *         "notification_user": {
         *           "email": "opened@tidings.test",
         *           "first_name": "Ada"
         *         },
         *         "message_template_name": "welcome_message",
         *         "message_attributes_attributes": [
         *           {
         *             "name": "order.id",
         *             "value": "A-1"
         *           }
         *         ]
         *       }
         *     }
         */
        'application/json': {
          message: components['schemas']['MessageInput']
        }
        'application/x-www-form-urlencoded': {
          message: components['schemas']['MessageInput']
        }
        'multipart/form-data': {
          message: components['schemas']['MessageInput']
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "message_template_id": 1043,
           *         "account_id": 1043,
           *         "actor_id": 1043,
           *         "seen": true,
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "rendered_subject": "Order A-1",
           *         "rendered_body": "Hello Ada, order A-1 is on its way.",
           *         "message_attributes": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "value": "A-1"
           *           }
           *         ],
           *         "send_at": "2026-06-08T10:20:00.000Z",
           *         "seen_at": "2026-06-08T10:20:00.000Z",
           *         "delivered_at": "2026-06-08T10:20:00.000Z",
           *         "canceled_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "deliveries": [
           *           {
           *             "id": 1043,
           *             "status": "scheduled",
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             }
           *           }
           *         ],
           *         "critical": true,
           *         "locale": "en",
           *         "skipped_channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reason": "topic_disabled"
           *           }
           *         ],
           *         "reference": "order-1001",
           *         "metadata": {
           *           "order_id": "1001",
           *           "shop": "Bern"
           *         },
           *         "attachments": [
           *           {
           *             "filename": "text",
           *             "content_type": "text",
           *             "bytes": 0
           *           }
           *         ],
           *         "priority": "high"
           *       }
           *     }
           */
          'application/json': {
            message: components['schemas']['Message']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused.template_limit']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.render_budget.overloaded.unavailable']
    }
  }
  createMessages: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
        /**
         * @description The trace context of W3C. If the operator has traces on, sends and webhook attempts of the messages link to it. An invalid one is ignored.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        traceparent?: string
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "messages": [
         *         {
         *           "external_user_id": "user-1",
         *           "notification_user": {
         *             "email": "opened@tidings.test",
         *             "first_name": "Ada"
         *           },
         *           "message_template_name": "welcome_message",
         *           "message_attributes_attributes": [
         *             {
         *               "name": "order.id",
         *               "value": "A-1"
         *             }
         *           ]
         *         },
         *         {
         *           "external_user_id": "user-2",
         *           "notification_user": {
         *             "email": "opened@tidings.test",
         *             "first_name": "Ada"
         *           },
         *           "message_template_name": "welcome_message",
         *           "message_attributes_attributes": [
         *             {
         *               "name": "order.id",
         *               "value": "A-1"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        'application/json': {
          messages: components['schemas']['MessageInput'][]
        }
        'application/x-www-form-urlencoded': {
          messages: components['schemas']['MessageInput'][]
        }
        'multipart/form-data': {
          messages: components['schemas']['MessageInput'][]
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "index": 0,
           *           "message": {
           *             "id": 1043,
           *             "notification_user_id": 1043,
           *             "message_template_id": 1043,
           *             "account_id": 1043,
           *             "actor_id": 1043,
           *             "seen": true,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "rendered_subject": "Order A-1",
           *             "rendered_body": "Hello Ada, order A-1 is on its way.",
           *             "message_attributes": [
           *               {
           *                 "id": 1043,
           *                 "name": "Mail",
           *                 "value": "A-1"
           *               }
           *             ],
           *             "send_at": "2026-06-08T10:20:00.000Z",
           *             "seen_at": "2026-06-08T10:20:00.000Z",
           *             "delivered_at": "2026-06-08T10:20:00.000Z",
           *             "canceled_at": "2026-06-08T10:20:00.000Z",
           *             "created_at": "2026-06-08T10:20:00.000Z",
           *             "updated_at": "2026-06-08T10:20:00.000Z",
           *             "deliveries": [
           *               {
           *                 "id": 1043,
           *                 "status": "scheduled",
           *                 "notification_channel": {
           *                   "id": 1043,
           *                   "name": "Mail",
           *                   "channel_type": "email"
           *                 }
           *               }
           *             ],
           *             "critical": true,
           *             "locale": "en",
           *             "skipped_channels": [
           *               {
           *                 "notification_channel": {
           *                   "id": 1043,
           *                   "name": "Mail",
           *                   "channel_type": "email"
           *                 },
           *                 "reason": "topic_disabled"
           *               }
           *             ],
           *             "reference": "order-1001",
           *             "metadata": {
           *               "order_id": "1001",
           *               "shop": "Bern"
           *             },
           *             "attachments": [
           *               {
           *                 "filename": "text",
           *                 "content_type": "text",
           *                 "bytes": 0
           *               }
           *             ],
           *             "priority": "high"
           *           },
           *           "error": "Email is not an email address",
           *           "code": "invalid",
           *           "errors": {
           *             "email": [
           *               "is not an email address"
           *             ]
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': {
            results: components['schemas']['BatchResult'][]
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.render_budget.overloaded.unavailable']
    }
  }
  previewMessage: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "message": {
         *         "external_user_id": "user-1",
         *         "notification_user": {
         *           "email": "opened@tidings.test",
         *           "first_name": "Ada"
         *         },
         *         "message_template_name": "welcome_message",
         *         "message_attributes_attributes": [
         *           {
         *             "name": "order.id",
         *             "value": "A-1"
         *           }
         *         ]
         *       }
         *     }
         */
        'application/json': {
          message: components['schemas']['MessageInput']
        }
        'application/x-www-form-urlencoded': {
          message: components['schemas']['MessageInput']
        }
        'multipart/form-data': {
          message: components['schemas']['MessageInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preview": {
           *         "notification_user": {
           *           "id": 1043,
           *           "external_user_id": "user-1",
           *           "email": "ada@example.com",
           *           "phone": "+4366012345678",
           *           "first_name": "Ada",
           *           "last_name": "Lovelace"
           *         },
           *         "message_template_id": 1043,
           *         "locale": "en",
           *         "send_at": "2026-06-08T10:20:00.000Z",
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "live": true,
           *             "address_missing": true,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "text": "Hello Ada, order A-1 is on its way.",
           *             "url": "https://example.com/webhooks",
           *             "email": {
           *               "reply_to": "text",
           *               "cc": [
           *                 "text"
           *               ],
           *               "bcc": [
           *                 "text"
           *               ],
           *               "preheader": "text",
           *               "headers": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             },
           *             "push": {
           *               "url": "https://example.com/webhooks",
           *               "image_url": "text",
           *               "badge": 0,
           *               "sound": "text",
           *               "category": "text",
           *               "thread_id": "text",
           *               "collapse_key": "text",
           *               "ttl_seconds": 0,
           *               "interruption_level": "text",
           *               "data": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             }
           *           }
           *         ],
           *         "channels_left_out": 0,
           *         "skipped_channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reason": "topic_disabled"
           *           }
           *         ],
           *         "unknown_names": [
           *           "order.id"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            preview: components['schemas']['MessagePreview']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.template_limit']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.render_budget.overloaded.unavailable']
    }
  }
  listNewMessages: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        notification_user_id?: number
        external_user_id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "messages": [
           *         {
           *           "id": 1043,
           *           "notification_user_id": 1043,
           *           "message_template_id": 1043,
           *           "account_id": 1043,
           *           "actor_id": 1043,
           *           "seen": true,
           *           "subject": "Order A-1",
           *           "body": "Hello Ada, order A-1 is on its way.",
           *           "rendered_subject": "Order A-1",
           *           "rendered_body": "Hello Ada, order A-1 is on its way.",
           *           "message_attributes": [
           *             {
           *               "id": 1043,
           *               "name": "Mail",
           *               "value": "A-1"
           *             }
           *           ],
           *           "send_at": "2026-06-08T10:20:00.000Z",
           *           "seen_at": "2026-06-08T10:20:00.000Z",
           *           "delivered_at": "2026-06-08T10:20:00.000Z",
           *           "canceled_at": "2026-06-08T10:20:00.000Z",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z",
           *           "deliveries": [
           *             {
           *               "id": 1043,
           *               "status": "scheduled",
           *               "notification_channel": {
           *                 "id": 1043,
           *                 "name": "Mail",
           *                 "channel_type": "email"
           *               }
           *             }
           *           ],
           *           "critical": true,
           *           "locale": "en",
           *           "skipped_channels": [
           *             {
           *               "notification_channel": {
           *                 "id": 1043,
           *                 "name": "Mail",
           *                 "channel_type": "email"
           *               },
           *               "reason": "topic_disabled"
           *             }
           *           ],
           *           "reference": "order-1001",
           *           "metadata": {
           *             "order_id": "1001",
           *             "shop": "Bern"
           *           },
           *           "attachments": [
           *             {
           *               "filename": "text",
           *               "content_type": "text",
           *               "bytes": 0
           *             }
           *           ],
           *           "priority": "high"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            messages: components['schemas']['Message'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getMessage: {
    parameters: {
      query?: {
        /**
         * @description One or several of notification_user, notification_user_fields, message_template, failed_deliveries, waits_until, with a comma between them. `notification_user` adds to each message the recipient, and the links between messages that were sent again, `notification_user_fields` all fields of the recipient, `message_template` the id and the name of the template, `failed_deliveries` its failed, bounced and retrying deliveries, with their causes, `waits_until` the end of the recipient's quiet hours for which one of its deliveries waits
         * @example notification_user,notification_user_fields
         */
        expand?: string
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "message_template_id": 1043,
           *         "account_id": 1043,
           *         "actor_id": 1043,
           *         "seen": true,
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "rendered_subject": "Order A-1",
           *         "rendered_body": "Hello Ada, order A-1 is on its way.",
           *         "message_attributes": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "value": "A-1"
           *           }
           *         ],
           *         "send_at": "2026-06-08T10:20:00.000Z",
           *         "seen_at": "2026-06-08T10:20:00.000Z",
           *         "delivered_at": "2026-06-08T10:20:00.000Z",
           *         "canceled_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "deliveries": [
           *           {
           *             "id": 1043,
           *             "status": "scheduled",
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             }
           *           }
           *         ],
           *         "critical": true,
           *         "locale": "en",
           *         "skipped_channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reason": "topic_disabled"
           *           }
           *         ],
           *         "reference": "order-1001",
           *         "metadata": {
           *           "order_id": "1001",
           *           "shop": "Bern"
           *         },
           *         "attachments": [
           *           {
           *             "filename": "text",
           *             "content_type": "text",
           *             "bytes": 0
           *           }
           *         ],
           *         "priority": "high",
           *         "sent_again_as": 1043,
           *         "again_of": 1043,
           *         "notification_user": {
           *           "id": 1043,
           *           "external_user_id": "user-1",
           *           "email": "ada@example.com",
           *           "first_name": "Ada",
           *           "last_name": "Lovelace"
           *         },
           *         "notification_user_fields": {
           *           "id": 1043,
           *           "external_user_id": "user-1",
           *           "email": "ada@example.com",
           *           "phone": "+4366012345678",
           *           "first_name": "Ada",
           *           "last_name": "Lovelace",
           *           "locale": "en",
           *           "time_zone": "Europe/Vienna",
           *           "attributes": {
           *             "plan": "pro"
           *           },
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         },
           *         "message_template": {
           *           "id": 1043,
           *           "name": "receipt"
           *         },
           *         "failed_deliveries": [
           *           {
           *             "id": 1043,
           *             "status": "scheduled",
           *             "error_message": "550 5.1.1 mailbox does not exist",
           *             "sent_at": "2026-06-08T10:20:00.000Z",
           *             "failed_at": "2026-06-08T10:20:00.000Z",
           *             "delivered_at": "2026-06-08T10:20:00.000Z",
           *             "opened_at": "2026-06-08T10:20:00.000Z",
           *             "created_at": "2026-06-08T10:20:00.000Z",
           *             "updated_at": "2026-06-08T10:20:00.000Z",
           *             "message_id": 1043,
           *             "friendly_error_message": "The mailbox does not exist",
           *             "limit_feature_key": "monthly_email_deliveries",
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reference": "order-1001",
           *             "metadata": {
           *               "order_id": "1001",
           *               "shop": "Bern"
           *             }
           *           }
           *         ],
           *         "waits_until": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message: {
              /**
               * Format: int64
               * @example 1043
               */
              id: number
              /**
               * Format: int64
               * @example 1043
               */
              notification_user_id: number
              /**
               * Format: int64
               * @example 1043
               */
              message_template_id: number
              /**
               * Format: int64
               * @example 1043
               */
              account_id: number
              /**
               * Format: int64
               * @example 1043
               */
              actor_id: number | null
              /** @example true */
              seen: boolean
              /**
               * @description The text of the template when the message was created
               * @example Order A-1
               */
              subject: string
              /** @example Hello Ada, order A-1 is on its way. */
              body: string
              /** @example Order A-1 */
              rendered_subject: string
              /** @example Hello Ada, order A-1 is on its way. */
              rendered_body: string
              message_attributes: components['schemas']['MessageAttribute'][]
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              send_at: string | null
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              seen_at: string | null
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              delivered_at: string | null
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              canceled_at: string | null
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              created_at: string
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              updated_at: string
              deliveries: components['schemas']['MessageDelivery'][]
              /** @example true */
              critical: boolean
              /**
               * @description The locale of the template whose texts were used. null: the template's own texts
               * @example en
               */
              locale: string | null
              /** @description Channels without a delivery, because of the preferences of the recipient when the message was created */
              skipped_channels: components['schemas']['SkippedChannel'][]
              /**
               * @description Your own word for the message. Absent if it has none
               * @example order-1001
               */
              reference?: string
              /**
               * @description Your own names and texts of the message. Absent if it has none
               * @example {
               *       "order_id": "1001",
               *       "shop": "Bern"
               *     }
               */
              metadata?: {
                [key: string]: string
              }
              /** @description The attachments, without their content. Only if the message has some */
              attachments?: {
                /** @example text */
                filename: string
                /** @example text */
                content_type: string
                /** @example 0 */
                bytes: number
              }[]
              /**
               * @description Absent if the priority is normal
               * @enum {string}
               */
              priority?: 'high' | 'low'
              /**
               * Format: int64
               * @description The newest message that sends this one again. null: none does
               * @example 1043
               */
              sent_again_as?: number | null
              /**
               * Format: int64
               * @description The message that this one sends again. null: it sends none again
               * @example 1043
               */
              again_of?: number | null
              /** @description Only with `expand=notification_user` */
              notification_user?: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example user-1 */
                external_user_id: string | null
                /** @example ada@example.com */
                email: string | null
                /** @example Ada */
                first_name: string | null
                /** @example Lovelace */
                last_name: string | null
              }
              /** @description Only with `expand=notification_user_fields`. null: the recipient is deleted */
              notification_user_fields?: components['schemas']['NotificationUser'] | null
              /** @description Only with `expand=message_template` */
              message_template?: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example receipt */
                name: string
              }
              /** @description Only with `expand=failed_deliveries` */
              failed_deliveries?: components['schemas']['Delivery'][]
              /**
               * Format: date-time
               * @description Only with `expand=waits_until`: when the recipient's quiet hours end. The message can be canceled until then. null: no delivery of the message waits for this
               * @example 2026-06-08T10:20:00.000Z
               */
              waits_until?: string | null
            }
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  rescheduleMessage: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "message": {
         *         "send_at": "2026-06-08T10:20:00Z"
         *       }
         *     }
         */
        'application/json': {
          message: components['schemas']['MessageSchedule']
        }
        'application/x-www-form-urlencoded': {
          message: components['schemas']['MessageSchedule']
        }
        'multipart/form-data': {
          message: components['schemas']['MessageSchedule']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "message_template_id": 1043,
           *         "account_id": 1043,
           *         "actor_id": 1043,
           *         "seen": true,
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "rendered_subject": "Order A-1",
           *         "rendered_body": "Hello Ada, order A-1 is on its way.",
           *         "message_attributes": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "value": "A-1"
           *           }
           *         ],
           *         "send_at": "2026-06-08T10:20:00.000Z",
           *         "seen_at": "2026-06-08T10:20:00.000Z",
           *         "delivered_at": "2026-06-08T10:20:00.000Z",
           *         "canceled_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "deliveries": [
           *           {
           *             "id": 1043,
           *             "status": "scheduled",
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             }
           *           }
           *         ],
           *         "critical": true,
           *         "locale": "en",
           *         "skipped_channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reason": "topic_disabled"
           *           }
           *         ],
           *         "reference": "order-1001",
           *         "metadata": {
           *           "order_id": "1001",
           *           "shop": "Bern"
           *         },
           *         "attachments": [
           *           {
           *             "filename": "text",
           *             "content_type": "text",
           *             "bytes": 0
           *           }
           *         ],
           *         "priority": "high"
           *       }
           *     }
           */
          'application/json': {
            message: components['schemas']['Message']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.not_scheduled']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  renderMessage: {
    parameters: {
      query?: {
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_id": 1043,
           *       "subject": "Order A-1",
           *       "body": "Hello Ada, order A-1 is on its way.",
           *       "body_format": "html",
           *       "channels": [
           *         {
           *           "notification_channel": {
           *             "id": 1043,
           *             "name": "Mail",
           *             "channel_type": "email"
           *           },
           *           "subject": "Order A-1",
           *           "body": "Hello Ada, order A-1 is on its way.",
           *           "text": "Hello Ada, order A-1 is on its way.",
           *           "url": "https://example.com/webhooks",
           *           "email": {
           *             "reply_to": "text",
           *             "cc": [
           *               "text"
           *             ],
           *             "bcc": [
           *               "text"
           *             ],
           *             "preheader": "text",
           *             "headers": [
           *               {
           *                 "name": "Mail",
           *                 "value": "A-1"
           *               }
           *             ]
           *           },
           *           "push": {
           *             "url": "https://example.com/webhooks",
           *             "image_url": "text",
           *             "badge": 0,
           *             "sound": "text",
           *             "category": "text",
           *             "thread_id": "text",
           *             "collapse_key": "text",
           *             "ttl_seconds": 0,
           *             "interruption_level": "text",
           *             "data": [
           *               {
           *                 "name": "Mail",
           *                 "value": "A-1"
           *               }
           *             ]
           *           }
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': components['schemas']['RenderedMessage']
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  cancelMessage: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "message_template_id": 1043,
           *         "account_id": 1043,
           *         "actor_id": 1043,
           *         "seen": true,
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "rendered_subject": "Order A-1",
           *         "rendered_body": "Hello Ada, order A-1 is on its way.",
           *         "message_attributes": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "value": "A-1"
           *           }
           *         ],
           *         "send_at": "2026-06-08T10:20:00.000Z",
           *         "seen_at": "2026-06-08T10:20:00.000Z",
           *         "delivered_at": "2026-06-08T10:20:00.000Z",
           *         "canceled_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "deliveries": [
           *           {
           *             "id": 1043,
           *             "status": "scheduled",
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             }
           *           }
           *         ],
           *         "critical": true,
           *         "locale": "en",
           *         "skipped_channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reason": "topic_disabled"
           *           }
           *         ],
           *         "reference": "order-1001",
           *         "metadata": {
           *           "order_id": "1001",
           *           "shop": "Bern"
           *         },
           *         "attachments": [
           *           {
           *             "filename": "text",
           *             "content_type": "text",
           *             "bytes": 0
           *           }
           *         ],
           *         "priority": "high"
           *       }
           *     }
           */
          'application/json': {
            message: components['schemas']['Message']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.not_cancelable.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  markMessageAsSeen: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "message_template_id": 1043,
           *         "account_id": 1043,
           *         "actor_id": 1043,
           *         "seen": true,
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "rendered_subject": "Order A-1",
           *         "rendered_body": "Hello Ada, order A-1 is on its way.",
           *         "message_attributes": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "value": "A-1"
           *           }
           *         ],
           *         "send_at": "2026-06-08T10:20:00.000Z",
           *         "seen_at": "2026-06-08T10:20:00.000Z",
           *         "delivered_at": "2026-06-08T10:20:00.000Z",
           *         "canceled_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "deliveries": [
           *           {
           *             "id": 1043,
           *             "status": "scheduled",
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             }
           *           }
           *         ],
           *         "critical": true,
           *         "locale": "en",
           *         "skipped_channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reason": "topic_disabled"
           *           }
           *         ],
           *         "reference": "order-1001",
           *         "metadata": {
           *           "order_id": "1001",
           *           "shop": "Bern"
           *         },
           *         "attachments": [
           *           {
           *             "filename": "text",
           *             "content_type": "text",
           *             "bytes": 0
           *           }
           *         ],
           *         "priority": "high"
           *       }
           *     }
           */
          'application/json': {
            message: components['schemas']['Message']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  markMessageAsDelivered: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "message_template_id": 1043,
           *         "account_id": 1043,
           *         "actor_id": 1043,
           *         "seen": true,
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "rendered_subject": "Order A-1",
           *         "rendered_body": "Hello Ada, order A-1 is on its way.",
           *         "message_attributes": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "value": "A-1"
           *           }
           *         ],
           *         "send_at": "2026-06-08T10:20:00.000Z",
           *         "seen_at": "2026-06-08T10:20:00.000Z",
           *         "delivered_at": "2026-06-08T10:20:00.000Z",
           *         "canceled_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "deliveries": [
           *           {
           *             "id": 1043,
           *             "status": "scheduled",
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             }
           *           }
           *         ],
           *         "critical": true,
           *         "locale": "en",
           *         "skipped_channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reason": "topic_disabled"
           *           }
           *         ],
           *         "reference": "order-1001",
           *         "metadata": {
           *           "order_id": "1001",
           *           "shop": "Bern"
           *         },
           *         "attachments": [
           *           {
           *             "filename": "text",
           *             "content_type": "text",
           *             "bytes": 0
           *           }
           *         ],
           *         "priority": "high"
           *       }
           *     }
           */
          'application/json': {
            message: components['schemas']['Message']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  sendMessageAgain: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "channels": "failed"
         *     }
         */
        'application/json': components['schemas']['MessageSentAgain']
        'application/x-www-form-urlencoded': components['schemas']['MessageSentAgain']
        'multipart/form-data': components['schemas']['MessageSentAgain']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "message_template_id": 1043,
           *         "account_id": 1043,
           *         "actor_id": 1043,
           *         "seen": true,
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "rendered_subject": "Order A-1",
           *         "rendered_body": "Hello Ada, order A-1 is on its way.",
           *         "message_attributes": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "value": "A-1"
           *           }
           *         ],
           *         "send_at": "2026-06-08T10:20:00.000Z",
           *         "seen_at": "2026-06-08T10:20:00.000Z",
           *         "delivered_at": "2026-06-08T10:20:00.000Z",
           *         "canceled_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "deliveries": [
           *           {
           *             "id": 1043,
           *             "status": "scheduled",
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             }
           *           }
           *         ],
           *         "critical": true,
           *         "locale": "en",
           *         "skipped_channels": [
           *           {
           *             "notification_channel": {
           *               "id": 1043,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             },
           *             "reason": "topic_disabled"
           *           }
           *         ],
           *         "reference": "order-1001",
           *         "metadata": {
           *           "order_id": "1001",
           *           "shop": "Bern"
           *         },
           *         "attachments": [
           *           {
           *             "filename": "text",
           *             "content_type": "text",
           *             "bytes": 0
           *           }
           *         ],
           *         "priority": "high"
           *       }
           *     }
           */
          'application/json': {
            message: components['schemas']['Message']
          }
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused.template_limit']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.render_budget.overloaded.unavailable']
    }
  }
  listMessageResends: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_resends": [
           *         {
           *           "id": 1043,
           *           "status": "searching",
           *           "filters": {
           *             "status": "failed",
           *             "cause": "address_not_public",
           *             "notification_user_id": 1043,
           *             "notification_channel_id": 1043,
           *             "channel_type": "email",
           *             "message_template_id": 1043,
           *             "created_after": "2026-06-08T10:20:00.000Z",
           *             "created_before": "2026-06-08T10:20:00.000Z"
           *           },
           *           "total": 0,
           *           "sent": 0,
           *           "not_failed": 0,
           *           "cannot_arrive": 0,
           *           "refused": 0,
           *           "outcomes": {
           *             "waiting": 0,
           *             "sent": 0,
           *             "delivered": 0,
           *             "failed": 0,
           *             "canceled": 0
           *           },
           *           "has_more": true,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "finished_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            message_resends: components['schemas']['MessageResend'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  startMessageResend: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "cause": "timeout",
         *         "created_after": "2026-06-08T10:00:00Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['MessageResendRequest']
        'application/x-www-form-urlencoded': components['schemas']['MessageResendRequest']
        'multipart/form-data': components['schemas']['MessageResendRequest']
      }
    }
    responses: {
      /** @description Done */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_resend": {
           *         "id": 1043,
           *         "status": "searching",
           *         "filters": {
           *           "status": "failed",
           *           "cause": "address_not_public",
           *           "notification_user_id": 1043,
           *           "notification_channel_id": 1043,
           *           "channel_type": "email",
           *           "message_template_id": 1043,
           *           "created_after": "2026-06-08T10:20:00.000Z",
           *           "created_before": "2026-06-08T10:20:00.000Z"
           *         },
           *         "total": 0,
           *         "sent": 0,
           *         "not_failed": 0,
           *         "cannot_arrive": 0,
           *         "refused": 0,
           *         "outcomes": {
           *           "waiting": 0,
           *           "sent": 0,
           *           "delivered": 0,
           *           "failed": 0,
           *           "canceled": 0
           *         },
           *         "has_more": true,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "finished_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message_resend: components['schemas']['MessageResend']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running.resend_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  countMessageResend: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "filters": {
         *         "cause": "timeout",
         *         "created_after": "2026-06-08T10:00:00Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['MessageResendRequest']
        'application/x-www-form-urlencoded': components['schemas']['MessageResendRequest']
        'multipart/form-data': components['schemas']['MessageResendRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "count": 0,
           *       "cannot_arrive": 0,
           *       "deliveries_left_out": 0,
           *       "attachments_removed": 0,
           *       "is_complete": true
           *     }
           */
          'application/json': {
            /**
             * @description At most 10000
             * @example 0
             */
            count: number
            /**
             * @description Failed messages that the resend skips: another send cannot help
             * @example 0
             */
            cannot_arrive: number
            /**
             * @description Failed deliveries of the counted messages that the resend leaves out: another send cannot help
             * @example 0
             */
            deliveries_left_out: number
            /**
             * @description Failed messages that the resend skips: their attachments are no longer stored
             * @example 0
             */
            attachments_removed: number
            /**
             * @description false: there may be more, because the count searches a bounded number of deliveries
             * @example true
             */
            is_complete: boolean
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getMessageResend: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_resend": {
           *         "id": 1043,
           *         "status": "searching",
           *         "filters": {
           *           "status": "failed",
           *           "cause": "address_not_public",
           *           "notification_user_id": 1043,
           *           "notification_channel_id": 1043,
           *           "channel_type": "email",
           *           "message_template_id": 1043,
           *           "created_after": "2026-06-08T10:20:00.000Z",
           *           "created_before": "2026-06-08T10:20:00.000Z"
           *         },
           *         "total": 0,
           *         "sent": 0,
           *         "not_failed": 0,
           *         "cannot_arrive": 0,
           *         "refused": 0,
           *         "outcomes": {
           *           "waiting": 0,
           *           "sent": 0,
           *           "delivered": 0,
           *           "failed": 0,
           *           "canceled": 0
           *         },
           *         "has_more": true,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "finished_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message_resend: components['schemas']['MessageResend']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  cancelMessageResend: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_resend": {
           *         "id": 1043,
           *         "status": "searching",
           *         "filters": {
           *           "status": "failed",
           *           "cause": "address_not_public",
           *           "notification_user_id": 1043,
           *           "notification_channel_id": 1043,
           *           "channel_type": "email",
           *           "message_template_id": 1043,
           *           "created_after": "2026-06-08T10:20:00.000Z",
           *           "created_before": "2026-06-08T10:20:00.000Z"
           *         },
           *         "total": 0,
           *         "sent": 0,
           *         "not_failed": 0,
           *         "cannot_arrive": 0,
           *         "refused": 0,
           *         "outcomes": {
           *           "waiting": 0,
           *           "sent": 0,
           *           "delivered": 0,
           *           "failed": 0,
           *           "canceled": 0
           *         },
           *         "has_more": true,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "finished_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message_resend: components['schemas']['MessageResend']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.not_cancelable.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  retryDelivery: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 1043,
           *       "status": "scheduled",
           *       "error_message": "550 5.1.1 mailbox does not exist",
           *       "sent_at": "2026-06-08T10:20:00.000Z",
           *       "failed_at": "2026-06-08T10:20:00.000Z",
           *       "delivered_at": "2026-06-08T10:20:00.000Z",
           *       "opened_at": "2026-06-08T10:20:00.000Z",
           *       "created_at": "2026-06-08T10:20:00.000Z",
           *       "updated_at": "2026-06-08T10:20:00.000Z",
           *       "message_id": 1043,
           *       "friendly_error_message": "The mailbox does not exist",
           *       "limit_feature_key": "monthly_email_deliveries",
           *       "notification_channel": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "channel_type": "email"
           *       },
           *       "reference": "order-1001",
           *       "metadata": {
           *         "order_id": "1001",
           *         "shop": "Bern"
           *       }
           *     }
           */
          'application/json': components['schemas']['Delivery']
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.not_retrying.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getDelivery: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 1043,
           *       "status": "scheduled",
           *       "error_message": "550 5.1.1 mailbox does not exist",
           *       "sent_at": "2026-06-08T10:20:00.000Z",
           *       "failed_at": "2026-06-08T10:20:00.000Z",
           *       "delivered_at": "2026-06-08T10:20:00.000Z",
           *       "opened_at": "2026-06-08T10:20:00.000Z",
           *       "created_at": "2026-06-08T10:20:00.000Z",
           *       "updated_at": "2026-06-08T10:20:00.000Z",
           *       "message_id": 1043,
           *       "friendly_error_message": "The mailbox does not exist",
           *       "limit_feature_key": "monthly_email_deliveries",
           *       "notification_channel": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "channel_type": "email"
           *       },
           *       "reference": "order-1001",
           *       "metadata": {
           *         "order_id": "1001",
           *         "shop": "Bern"
           *       }
           *     }
           */
          'application/json': components['schemas']['Delivery']
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getDeliveryTimeline: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "timeline": [
           *         {
           *           "kind": "fact",
           *           "at": "2026-06-08T10:20:00.000Z",
           *           "fact": "scheduled",
           *           "source": "api",
           *           "number": 0,
           *           "result": "accepted",
           *           "cause": "mailbox_missing",
           *           "explanation": "result not recorded, or cut off by a restart; a report of the provider shows that the provider accepted it",
           *           "duration_ms": 87,
           *           "provider_message_id": "0100018f-3c5e",
           *           "sent_to": "ada@example.com",
           *           "notification_channel": {
           *             "id": 1043,
           *             "name": "Mail",
           *             "channel_type": "email"
           *           },
           *           "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "event_type": "delivery.sent",
           *           "state": "pending",
           *           "state_reason": "endpoint_paused",
           *           "attempts": [
           *             {
           *               "attempt_number": 0,
           *               "succeeded": true,
           *               "response_code": 200,
           *               "error_message": "550 5.1.1 mailbox does not exist",
           *               "duration_ms": 87,
           *               "created_at": "2026-06-08T10:20:00.000Z"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': {
            timeline: components['schemas']['TimelineEntry'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listDeliveries: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        /**
         * @description One or several of scheduled, queued, retrying, sent, failed, delivered, bounced, opened, canceled, with a comma between them
         * @example scheduled,queued
         */
        status?: string
        message_id?: number
        notification_user_id?: number
        external_user_id?: string
        /**
         * @description The whole reference
         * @example order-1001
         */
        reference?: string
        notification_channel_id?: number
        channel_type?: components['schemas']['ChannelType']
        message_template_id?: number
        message_template_name?: string
        /** @description The cause of failed, bounced and retrying deliveries */
        cause?:
          | 'address_not_public'
          | 'aborted'
          | 'authentication_failed'
          | 'connection_refused'
          | 'connection_reset'
          | 'deferred'
          | 'device_unregistered'
          | 'dns_error'
          | 'invalid_address'
          | 'mailbox_full'
          | 'mailbox_unavailable'
          | 'message_refused'
          | 'message_too_large'
          | 'no_text'
          | 'overloaded'
          | 'port_not_allowed'
          | 'provider_error'
          | 'rate_limited'
          | 'sandbox'
          | 'suppressed'
          | 'timeout'
          | 'tls_error'
          | 'unreachable'
          | 'unsubscribed'
          | 'channel_deleted'
          | 'limit_reached'
          | 'no_address'
          | 'no_device'
          | 'recipient_deleted'
          | 'unknown'
        /** @description Adds the message and the recipient to each delivery */
        expand?: 'message'
        /** @example 2026-06-08T10:20:00Z */
        created_after?: string
        /** @example 2026-06-08T10:20:00Z */
        created_before?: string
        /** @example 2026-06-08T10:20:00Z */
        updated_after?: string
        /** @example 2026-06-08T10:20:00Z */
        updated_before?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "deliveries": [
           *         {
           *           "id": 1043,
           *           "status": "scheduled",
           *           "error_message": "550 5.1.1 mailbox does not exist",
           *           "sent_at": "2026-06-08T10:20:00.000Z",
           *           "failed_at": "2026-06-08T10:20:00.000Z",
           *           "delivered_at": "2026-06-08T10:20:00.000Z",
           *           "opened_at": "2026-06-08T10:20:00.000Z",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z",
           *           "message_id": 1043,
           *           "friendly_error_message": "The mailbox does not exist",
           *           "limit_feature_key": "monthly_email_deliveries",
           *           "notification_channel": {
           *             "id": 1043,
           *             "name": "Mail",
           *             "channel_type": "email"
           *           },
           *           "reference": "order-1001",
           *           "metadata": {
           *             "order_id": "1001",
           *             "shop": "Bern"
           *           },
           *           "bounced_at": "2026-06-08T10:20:00.000Z",
           *           "message": {
           *             "id": 1043,
           *             "sent_again_as": 1043,
           *             "again_of": 1043,
           *             "rendered_subject": "Order A-1",
           *             "send_at": "2026-06-08T10:20:00.000Z",
           *             "priority": "high",
           *             "notification_user": {
           *               "id": 1043,
           *               "external_user_id": "user-1",
           *               "email": "ada@example.com",
           *               "first_name": "Ada",
           *               "last_name": "Lovelace"
           *             },
           *             "message_template": {
           *               "id": 1043,
           *               "name": "receipt"
           *             }
           *           }
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            deliveries: components['schemas']['ListedDelivery'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listRecentFailures: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "recent_failures": [
           *         {
           *           "id": 1043,
           *           "status": "scheduled",
           *           "error_message": "550 5.1.1 mailbox does not exist",
           *           "sent_at": "2026-06-08T10:20:00.000Z",
           *           "failed_at": "2026-06-08T10:20:00.000Z",
           *           "delivered_at": "2026-06-08T10:20:00.000Z",
           *           "opened_at": "2026-06-08T10:20:00.000Z",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z",
           *           "message_id": 1043,
           *           "friendly_error_message": "The mailbox does not exist",
           *           "limit_feature_key": "monthly_email_deliveries",
           *           "notification_channel": {
           *             "id": 1043,
           *             "name": "Mail",
           *             "channel_type": "email"
           *           },
           *           "reference": "order-1001",
           *           "metadata": {
           *             "order_id": "1001",
           *             "shop": "Bern"
           *           },
           *           "bounced_at": "2026-06-08T10:20:00.000Z",
           *           "message": {
           *             "id": 1043,
           *             "sent_again_as": 1043,
           *             "again_of": 1043,
           *             "rendered_subject": "Order A-1",
           *             "send_at": "2026-06-08T10:20:00.000Z",
           *             "priority": "high",
           *             "notification_user": {
           *               "id": 1043,
           *               "external_user_id": "user-1",
           *               "email": "ada@example.com",
           *               "first_name": "Ada",
           *               "last_name": "Lovelace"
           *             },
           *             "message_template": {
           *               "id": 1043,
           *               "name": "receipt"
           *             }
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': {
            recent_failures: components['schemas']['ListedDelivery'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  explainDelivery: {
    parameters: {
      query?: {
        /** @description Adds the delivery and its timeline */
        expand?: 'delivery'
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "explanation": {
           *         "sentence": "It arrived on Mail at 2026-06-08T10:20:00.000Z.",
           *         "cause": "no_device",
           *         "waits_until": "2026-06-08T10:20:00.000Z",
           *         "last_send": {
           *           "number": 0,
           *           "at": "2026-06-08T10:20:00.000Z",
           *           "result": "accepted",
           *           "cause": "mailbox_full: 552"
           *         },
           *         "next_send_at": "2026-06-08T10:20:00.000Z",
           *         "sends_left": 0,
           *         "suppression": {
           *           "id": 1043,
           *           "address": "text",
           *           "reason": "bounce",
           *           "delivery_id": 1043,
           *           "since": "2026-06-08T10:20:00.000Z"
           *         },
           *         "missing_events": 0,
           *         "message": {
           *           "id": 1043,
           *           "sent_again_as": 1043,
           *           "again_of": 1043,
           *           "rendered_subject": "Order A-1",
           *           "send_at": "2026-06-08T10:20:00.000Z",
           *           "priority": "high",
           *           "notification_user": {
           *             "id": 1043,
           *             "external_user_id": "user-1",
           *             "email": "ada@example.com",
           *             "first_name": "Ada",
           *             "last_name": "Lovelace"
           *           },
           *           "message_template": {
           *             "id": 1043,
           *             "name": "receipt"
           *           }
           *         },
           *         "attachments": [
           *           {
           *             "filename": "text",
           *             "content_type": "text",
           *             "bytes": 0
           *           }
           *         ],
           *         "send_again_refusal": "attachments_removed",
           *         "actions": [
           *           {
           *             "action": "retry",
           *             "id": 1043
           *           }
           *         ]
           *       },
           *       "delivery": {
           *         "id": 1043,
           *         "status": "scheduled",
           *         "error_message": "550 5.1.1 mailbox does not exist",
           *         "sent_at": "2026-06-08T10:20:00.000Z",
           *         "failed_at": "2026-06-08T10:20:00.000Z",
           *         "delivered_at": "2026-06-08T10:20:00.000Z",
           *         "opened_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "message_id": 1043,
           *         "friendly_error_message": "The mailbox does not exist",
           *         "limit_feature_key": "monthly_email_deliveries",
           *         "notification_channel": {
           *           "id": 1043,
           *           "name": "Mail",
           *           "channel_type": "email"
           *         },
           *         "reference": "order-1001",
           *         "metadata": {
           *           "order_id": "1001",
           *           "shop": "Bern"
           *         }
           *       },
           *       "timeline": [
           *         {
           *           "kind": "fact",
           *           "at": "2026-06-08T10:20:00.000Z",
           *           "fact": "scheduled",
           *           "source": "api",
           *           "number": 0,
           *           "result": "accepted",
           *           "cause": "mailbox_missing",
           *           "explanation": "result not recorded, or cut off by a restart; a report of the provider shows that the provider accepted it",
           *           "duration_ms": 87,
           *           "provider_message_id": "0100018f-3c5e",
           *           "sent_to": "ada@example.com",
           *           "notification_channel": {
           *             "id": 1043,
           *             "name": "Mail",
           *             "channel_type": "email"
           *           },
           *           "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "event_type": "delivery.sent",
           *           "state": "pending",
           *           "state_reason": "endpoint_paused",
           *           "attempts": [
           *             {
           *               "attempt_number": 0,
           *               "succeeded": true,
           *               "response_code": 200,
           *               "error_message": "550 5.1.1 mailbox does not exist",
           *               "duration_ms": 87,
           *               "created_at": "2026-06-08T10:20:00.000Z"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': {
            explanation: components['schemas']['DeliveryExplanation']
            /** @description Only with `expand=delivery` */
            delivery?: components['schemas']['Delivery']
            /** @description Only with `expand=delivery` */
            timeline?: components['schemas']['TimelineEntry'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listNotificationUsers: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        external_user_id?: string
        /** @description Upper and lower case are the same */
        email?: string
        /**
         * @description The start of the email. Upper and lower case are the same
         * @example ada.
         */
        email_starts_with?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_users": [
           *         {
           *           "id": 1043,
           *           "external_user_id": "user-1",
           *           "email": "ada@example.com",
           *           "phone": "+4366012345678",
           *           "first_name": "Ada",
           *           "last_name": "Lovelace",
           *           "locale": "en",
           *           "time_zone": "Europe/Vienna",
           *           "attributes": {
           *             "plan": "pro"
           *           },
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            notification_users: components['schemas']['NotificationUser'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createNotificationUser: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "notification_user": {
         *         "external_user_id": "user-1",
         *         "email": "ada@example.com",
         *         "phone": "+4366012345678",
         *         "first_name": "Ada",
         *         "last_name": "Lovelace",
         *         "locale": "en",
         *         "time_zone": "Europe/Vienna",
         *         "attributes": {
         *           "plan": "pro"
         *         }
         *       }
         *     }
         */
        'application/json': {
          notification_user: components['schemas']['NotificationUserInput']
        }
        'application/x-www-form-urlencoded': {
          notification_user: components['schemas']['NotificationUserInput']
        }
        'multipart/form-data': {
          notification_user: components['schemas']['NotificationUserInput']
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com",
           *         "phone": "+4366012345678",
           *         "first_name": "Ada",
           *         "last_name": "Lovelace",
           *         "locale": "en",
           *         "time_zone": "Europe/Vienna",
           *         "attributes": {
           *           "plan": "pro"
           *         },
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            notification_user: components['schemas']['NotificationUser']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.name_taken.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getNotificationUser: {
    parameters: {
      query?: {
        /**
         * @description One or several of devices, preferences, with a comma between them. Adds parts of the notification user
         * @example devices,preferences
         */
        expand?: string
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com",
           *         "phone": "+4366012345678",
           *         "first_name": "Ada",
           *         "last_name": "Lovelace",
           *         "locale": "en",
           *         "time_zone": "Europe/Vienna",
           *         "attributes": {
           *           "plan": "pro"
           *         },
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       },
           *       "devices": [
           *         {
           *           "id": 1043,
           *           "notification_user_id": 1043,
           *           "platform": "fcm",
           *           "token": "dGhpcyBpcyBhIHRva2Vu",
           *           "subscription": null,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "preferences": {
           *         "preferences": [
           *           {
           *             "topic": "order_updates",
           *             "label": "Order updates",
           *             "required": true,
           *             "channel_type": "email",
           *             "enabled": true,
           *             "changed_at": "2026-06-08T10:20:00.000Z",
           *             "source": "api"
           *           }
           *         ],
           *         "paused": true,
           *         "quiet_hours": {
           *           "from": "22:00",
           *           "until": "22:00"
           *         },
           *         "time_zone": "Europe/Vienna",
           *         "preferences_url": "https://tidings.example.com/preferences/Zk3v"
           *       }
           *     }
           */
          'application/json': {
            notification_user: components['schemas']['NotificationUser']
            devices?: components['schemas']['Device'][]
            preferences?: components['schemas']['RecipientPreferences']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteNotificationUser: {
    parameters: {
      query?: {
        erase?: boolean
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': components['schemas']['PasswordConfirmation']
        'application/x-www-form-urlencoded': components['schemas']['PasswordConfirmation']
        'multipart/form-data': components['schemas']['PasswordConfirmation']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "erasure": {
           *         "notification_user_id": 1043,
           *         "status": "running",
           *         "requested_at": "2026-06-08T10:20:00.000Z",
           *         "finished_at": "2026-06-08T10:20:00.000Z",
           *         "messages": 0,
           *         "deliveries": 0
           *       }
           *     }
           */
          'application/json': {
            erasure: components['schemas']['Erasure']
          }
        }
      }
      /** @description Deleted. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateNotificationUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "notification_user": {
         *         "email": "ada@example.com"
         *       }
         *     }
         */
        'application/json': {
          notification_user: components['schemas']['NotificationUserInput']
        }
        'application/x-www-form-urlencoded': {
          notification_user: components['schemas']['NotificationUserInput']
        }
        'multipart/form-data': {
          notification_user: components['schemas']['NotificationUserInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com",
           *         "phone": "+4366012345678",
           *         "first_name": "Ada",
           *         "last_name": "Lovelace",
           *         "locale": "en",
           *         "time_zone": "Europe/Vienna",
           *         "attributes": {
           *           "plan": "pro"
           *         },
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            notification_user: components['schemas']['NotificationUser']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.name_taken']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getNotificationUserByExternalId: {
    parameters: {
      query?: {
        /**
         * @description One or several of devices, preferences, with a comma between them. Adds parts of the notification user
         * @example devices,preferences
         */
        expand?: string
      }
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com",
           *         "phone": "+4366012345678",
           *         "first_name": "Ada",
           *         "last_name": "Lovelace",
           *         "locale": "en",
           *         "time_zone": "Europe/Vienna",
           *         "attributes": {
           *           "plan": "pro"
           *         },
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       },
           *       "devices": [
           *         {
           *           "id": 1043,
           *           "notification_user_id": 1043,
           *           "platform": "fcm",
           *           "token": "dGhpcyBpcyBhIHRva2Vu",
           *           "subscription": null,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "preferences": {
           *         "preferences": [
           *           {
           *             "topic": "order_updates",
           *             "label": "Order updates",
           *             "required": true,
           *             "channel_type": "email",
           *             "enabled": true,
           *             "changed_at": "2026-06-08T10:20:00.000Z",
           *             "source": "api"
           *           }
           *         ],
           *         "paused": true,
           *         "quiet_hours": {
           *           "from": "22:00",
           *           "until": "22:00"
           *         },
           *         "time_zone": "Europe/Vienna",
           *         "preferences_url": "https://tidings.example.com/preferences/Zk3v"
           *       }
           *     }
           */
          'application/json': {
            notification_user: components['schemas']['NotificationUser']
            devices?: components['schemas']['Device'][]
            preferences?: components['schemas']['RecipientPreferences']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  upsertNotificationUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "notification_user": {
         *         "email": "ada@example.com",
         *         "first_name": "Ada"
         *       }
         *     }
         */
        'application/json': {
          notification_user: components['schemas']['NotificationUserInput']
        }
        'application/x-www-form-urlencoded': {
          notification_user: components['schemas']['NotificationUserInput']
        }
        'multipart/form-data': {
          notification_user: components['schemas']['NotificationUserInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com",
           *         "phone": "+4366012345678",
           *         "first_name": "Ada",
           *         "last_name": "Lovelace",
           *         "locale": "en",
           *         "time_zone": "Europe/Vienna",
           *         "attributes": {
           *           "plan": "pro"
           *         },
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            notification_user: components['schemas']['NotificationUser']
          }
        }
      }
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com",
           *         "phone": "+4366012345678",
           *         "first_name": "Ada",
           *         "last_name": "Lovelace",
           *         "locale": "en",
           *         "time_zone": "Europe/Vienna",
           *         "attributes": {
           *           "plan": "pro"
           *         },
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            notification_user: components['schemas']['NotificationUser']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteNotificationUserByExternalId: {
    parameters: {
      query?: {
        erase?: boolean
      }
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': components['schemas']['PasswordConfirmation']
        'application/x-www-form-urlencoded': components['schemas']['PasswordConfirmation']
        'multipart/form-data': components['schemas']['PasswordConfirmation']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "erasure": {
           *         "notification_user_id": 1043,
           *         "status": "running",
           *         "requested_at": "2026-06-08T10:20:00.000Z",
           *         "finished_at": "2026-06-08T10:20:00.000Z",
           *         "messages": 0,
           *         "deliveries": 0
           *       }
           *     }
           */
          'application/json': {
            erasure: components['schemas']['Erasure']
          }
        }
      }
      /** @description Deleted. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateNotificationUserByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "notification_user": {
         *         "email": "ada@example.com"
         *       }
         *     }
         */
        'application/json': {
          notification_user: components['schemas']['NotificationUserInput']
        }
        'application/x-www-form-urlencoded': {
          notification_user: components['schemas']['NotificationUserInput']
        }
        'multipart/form-data': {
          notification_user: components['schemas']['NotificationUserInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com",
           *         "phone": "+4366012345678",
           *         "first_name": "Ada",
           *         "last_name": "Lovelace",
           *         "locale": "en",
           *         "time_zone": "Europe/Vienna",
           *         "attributes": {
           *           "plan": "pro"
           *         },
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            notification_user: components['schemas']['NotificationUser']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.name_taken']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listDevices: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "devices": [
           *         {
           *           "id": 1043,
           *           "notification_user_id": 1043,
           *           "platform": "fcm",
           *           "token": "dGhpcyBpcyBhIHRva2Vu",
           *           "subscription": null,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            devices: components['schemas']['Device'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createDevice: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "device": {
         *         "platform": "fcm",
         *         "token": "dGhpcyBpcyBhIHRva2Vu"
         *       }
         *     }
         */
        'application/json': {
          device: components['schemas']['DeviceInput']
        }
        'application/x-www-form-urlencoded': {
          device: components['schemas']['DeviceInput']
        }
        'multipart/form-data': {
          device: components['schemas']['DeviceInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "platform": "fcm",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "subscription": null,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            device: components['schemas']['Device']
          }
        }
      }
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "platform": "fcm",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "subscription": null,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            device: components['schemas']['Device']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listDevicesByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "devices": [
           *         {
           *           "id": 1043,
           *           "notification_user_id": 1043,
           *           "platform": "fcm",
           *           "token": "dGhpcyBpcyBhIHRva2Vu",
           *           "subscription": null,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            devices: components['schemas']['Device'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createDeviceByExternalId: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "device": {
         *         "platform": "fcm",
         *         "token": "dGhpcyBpcyBhIHRva2Vu"
         *       }
         *     }
         */
        'application/json': {
          device: components['schemas']['DeviceInput']
        }
        'application/x-www-form-urlencoded': {
          device: components['schemas']['DeviceInput']
        }
        'multipart/form-data': {
          device: components['schemas']['DeviceInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "platform": "fcm",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "subscription": null,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            device: components['schemas']['Device']
          }
        }
      }
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "platform": "fcm",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "subscription": null,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            device: components['schemas']['Device']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getDevice: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
        /** @example 1043 */
        device_id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "platform": "fcm",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "subscription": null,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            device: components['schemas']['Device']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteDevice: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
        /** @example 1043 */
        device_id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateDevice: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
        /** @example 1043 */
        device_id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "device": {
         *         "token": "YW5vdGhlciB0b2tlbg"
         *       }
         *     }
         */
        'application/json': {
          device: components['schemas']['DeviceInput']
        }
        'application/x-www-form-urlencoded': {
          device: components['schemas']['DeviceInput']
        }
        'multipart/form-data': {
          device: components['schemas']['DeviceInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "platform": "fcm",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "subscription": null,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            device: components['schemas']['Device']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getDeviceByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
        /** @example 1043 */
        device_id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "platform": "fcm",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "subscription": null,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            device: components['schemas']['Device']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteDeviceByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
        /** @example 1043 */
        device_id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateDeviceByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
        /** @example 1043 */
        device_id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "device": {
         *         "token": "YW5vdGhlciB0b2tlbg"
         *       }
         *     }
         */
        'application/json': {
          device: components['schemas']['DeviceInput']
        }
        'application/x-www-form-urlencoded': {
          device: components['schemas']['DeviceInput']
        }
        'multipart/form-data': {
          device: components['schemas']['DeviceInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "device": {
           *         "id": 1043,
           *         "notification_user_id": 1043,
           *         "platform": "fcm",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "subscription": null,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            device: components['schemas']['Device']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getPreferences: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preferences": [
           *         {
           *           "topic": "order_updates",
           *           "label": "Order updates",
           *           "required": true,
           *           "channel_type": "email",
           *           "enabled": true,
           *           "changed_at": "2026-06-08T10:20:00.000Z",
           *           "source": "api"
           *         }
           *       ],
           *       "paused": true,
           *       "quiet_hours": {
           *         "from": "22:00",
           *         "until": "22:00"
           *       },
           *       "time_zone": "Europe/Vienna",
           *       "preferences_url": "https://tidings.example.com/preferences/Zk3v"
           *     }
           */
          'application/json': components['schemas']['RecipientPreferences']
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updatePreferences: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "preferences": [
         *         {
         *           "topic": "order_updates",
         *           "channel_type": "email",
         *           "enabled": false
         *         }
         *       ],
         *       "quiet_hours": {
         *         "from": "22:00",
         *         "until": "07:00"
         *       }
         *     }
         */
        'application/json': components['schemas']['PreferencesInput']
        'application/x-www-form-urlencoded': components['schemas']['PreferencesInput']
        'multipart/form-data': components['schemas']['PreferencesInput']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preferences": [
           *         {
           *           "topic": "order_updates",
           *           "label": "Order updates",
           *           "required": true,
           *           "channel_type": "email",
           *           "enabled": true,
           *           "changed_at": "2026-06-08T10:20:00.000Z",
           *           "source": "api"
           *         }
           *       ],
           *       "paused": true,
           *       "quiet_hours": {
           *         "from": "22:00",
           *         "until": "22:00"
           *       },
           *       "time_zone": "Europe/Vienna",
           *       "preferences_url": "https://tidings.example.com/preferences/Zk3v"
           *     }
           */
          'application/json': components['schemas']['RecipientPreferences']
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getPreferencesByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preferences": [
           *         {
           *           "topic": "order_updates",
           *           "label": "Order updates",
           *           "required": true,
           *           "channel_type": "email",
           *           "enabled": true,
           *           "changed_at": "2026-06-08T10:20:00.000Z",
           *           "source": "api"
           *         }
           *       ],
           *       "paused": true,
           *       "quiet_hours": {
           *         "from": "22:00",
           *         "until": "22:00"
           *       },
           *       "time_zone": "Europe/Vienna",
           *       "preferences_url": "https://tidings.example.com/preferences/Zk3v"
           *     }
           */
          'application/json': components['schemas']['RecipientPreferences']
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updatePreferencesByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "preferences": [
         *         {
         *           "topic": "order_updates",
         *           "channel_type": "email",
         *           "enabled": false
         *         }
         *       ],
         *       "quiet_hours": {
         *         "from": "22:00",
         *         "until": "07:00"
         *       }
         *     }
         */
        'application/json': components['schemas']['PreferencesInput']
        'application/x-www-form-urlencoded': components['schemas']['PreferencesInput']
        'multipart/form-data': components['schemas']['PreferencesInput']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preferences": [
           *         {
           *           "topic": "order_updates",
           *           "label": "Order updates",
           *           "required": true,
           *           "channel_type": "email",
           *           "enabled": true,
           *           "changed_at": "2026-06-08T10:20:00.000Z",
           *           "source": "api"
           *         }
           *       ],
           *       "paused": true,
           *       "quiet_hours": {
           *         "from": "22:00",
           *         "until": "22:00"
           *       },
           *       "time_zone": "Europe/Vienna",
           *       "preferences_url": "https://tidings.example.com/preferences/Zk3v"
           *     }
           */
          'application/json': components['schemas']['RecipientPreferences']
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createRecipientToken: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "expires_in": 3600
         *     }
         */
        'application/json': components['schemas']['RecipientTokenInput']
        'application/x-www-form-urlencoded': components['schemas']['RecipientTokenInput']
        'multipart/form-data': components['schemas']['RecipientTokenInput']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "recipient_token": {
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "expires_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            recipient_token: components['schemas']['RecipientToken']
          }
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createRecipientTokenByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "expires_in": 3600
         *     }
         */
        'application/json': components['schemas']['RecipientTokenInput']
        'application/x-www-form-urlencoded': components['schemas']['RecipientTokenInput']
        'multipart/form-data': components['schemas']['RecipientTokenInput']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "recipient_token": {
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "expires_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            recipient_token: components['schemas']['RecipientToken']
          }
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  exportNotificationUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "exported_at": "2026-06-08T10:20:00.000Z",
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com"
           *       },
           *       "devices": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "suppressions": [
           *         {
           *           "address": "ada@example.com",
           *           "channel_type": "email",
           *           "reason": "bounced"
           *         }
           *       ],
           *       "messages": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "message_attachments": [
           *         {
           *           "filename": "invoice.pdf",
           *           "content_type": "application/pdf"
           *         }
           *       ],
           *       "deliveries": [
           *         {}
           *       ],
           *       "sends": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "delivery_reports": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "sandbox_messages": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "inbox_messages": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "events": [
           *         {
           *           "id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0"
           *         }
           *       ],
           *       "attempts": [
           *         {
           *           "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "attempt_number": 1
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['NotificationUserExport']
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  exportNotificationUserByExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        external_user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "exported_at": "2026-06-08T10:20:00.000Z",
           *       "notification_user": {
           *         "id": 1043,
           *         "external_user_id": "user-1",
           *         "email": "ada@example.com"
           *       },
           *       "devices": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "suppressions": [
           *         {
           *           "address": "ada@example.com",
           *           "channel_type": "email",
           *           "reason": "bounced"
           *         }
           *       ],
           *       "messages": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "message_attachments": [
           *         {
           *           "filename": "invoice.pdf",
           *           "content_type": "application/pdf"
           *         }
           *       ],
           *       "deliveries": [
           *         {}
           *       ],
           *       "sends": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "delivery_reports": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "sandbox_messages": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "inbox_messages": [
           *         {
           *           "id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "events": [
           *         {
           *           "id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0"
           *         }
           *       ],
           *       "attempts": [
           *         {
           *           "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "attempt_number": 1
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['NotificationUserExport']
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  countDeliveries: {
    parameters: {
      query?: {
        /** @description Default: 24h */
        period?: '24h' | '7d' | '30d' | '90d'
        /** @example 2026-06-08T10:20:00Z */
        since?: string
        /** @example 2026-06-08T10:20:00Z */
        until?: string
        /** @description Default: none. `cause` counts failed and bounced deliveries */
        group_by?: 'none' | 'channel' | 'template' | 'template_channel' | 'cause'
        /** @description With `group_by=channel`: adds the health of each channel */
        expand?: 'health'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "since": "2026-06-08T10:20:00.000Z",
           *       "bucket_seconds": 0,
           *       "buckets": [
           *         {
           *           "start": "2026-06-08T10:20:00.000Z",
           *           "counts": {
           *             "scheduled": 0,
           *             "queued": 0,
           *             "sent": 0,
           *             "failed": 0,
           *             "delivered": 0,
           *             "bounced": 0,
           *             "opened": 0,
           *             "canceled": 0
           *           }
           *         }
           *       ],
           *       "totals": {
           *         "counts": {
           *           "scheduled": 0,
           *           "queued": 0,
           *           "sent": 0,
           *           "failed": 0,
           *           "delivered": 0,
           *           "bounced": 0,
           *           "opened": 0,
           *           "canceled": 0
           *         },
           *         "rates": {
           *           "delivered": 0,
           *           "opened": 0,
           *           "bounced": 0,
           *           "failed": 0
           *         }
           *       },
           *       "before": {
           *         "counts": {
           *           "scheduled": 0,
           *           "queued": 0,
           *           "sent": 0,
           *           "failed": 0,
           *           "delivered": 0,
           *           "bounced": 0,
           *           "opened": 0,
           *           "canceled": 0
           *         },
           *         "rates": {
           *           "delivered": 0,
           *           "opened": 0,
           *           "bounced": 0,
           *           "failed": 0
           *         }
           *       },
           *       "groups": [
           *         {
           *           "id": 1043,
           *           "cause": "address_not_public",
           *           "name": "Mail",
           *           "channel": {
           *             "id": 1043,
           *             "name": "Mail"
           *           },
           *           "counts": {
           *             "scheduled": 0,
           *             "queued": 0,
           *             "sent": 0,
           *             "failed": 0,
           *             "delivered": 0,
           *             "bounced": 0,
           *             "opened": 0,
           *             "canceled": 0
           *           },
           *           "rates": {
           *             "delivered": 0,
           *             "opened": 0,
           *             "bounced": 0,
           *             "failed": 0
           *           },
           *           "health": {
           *             "failure_rate": 0,
           *             "failing_since": "2026-06-08T10:20:00.000Z",
           *             "provider_failure": {
           *               "since": "2026-06-08T10:20:00.000Z",
           *               "cause": "address_not_public",
           *               "error_message": "550 5.1.1 mailbox does not exist"
           *             },
           *             "newest_failure": {
           *               "delivery_id": 1043,
           *               "at": "2026-06-08T10:20:00.000Z",
           *               "cause": "address_not_public",
           *               "error_message": "550 5.1.1 mailbox does not exist"
           *             }
           *           }
           *         }
           *       ],
           *       "groups_since": "2026-06-08T10:20:00.000Z"
           *     }
           */
          'application/json': {
            /**
             * Format: date-time
             * @example 2026-06-08T10:20:00.000Z
             */
            since: string
            /** @example 0 */
            bucket_seconds: number
            buckets: {
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              start: string
              counts: components['schemas']['DeliveryCounts']
            }[]
            totals: components['schemas']['DeliveryTotals']
            before: components['schemas']['DeliveryTotals']
            groups: components['schemas']['DeliveryCountGroup'][]
            /**
             * Format: date-time
             * @description Later than `since` if there are too many groups to count all
             * @example 2026-06-08T10:20:00.000Z
             */
            groups_since: string
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listSuppressions: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        address?: string
        /**
         * @description A part of the address, in upper or lower case
         * @example example.com
         */
        address_part?: string
        /** @description The addresses of this notification user */
        notification_user_id?: number
        channel_type?: 'email' | 'sms'
        reason?: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "suppressions": [
           *         {
           *           "id": 1043,
           *           "channel_type": "email",
           *           "address": "ada@example.com",
           *           "reason": "bounce",
           *           "delivery_id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            suppressions: components['schemas']['Suppression'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createSuppression: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "suppression": {
         *         "address": "ada@example.com",
         *         "channel_type": "email",
         *         "reason": "manual"
         *       }
         *     }
         */
        'application/json': {
          suppression: components['schemas']['SuppressionInput']
        }
        'application/x-www-form-urlencoded': {
          suppression: components['schemas']['SuppressionInput']
        }
        'multipart/form-data': {
          suppression: components['schemas']['SuppressionInput']
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "suppression": {
           *         "id": 1043,
           *         "channel_type": "email",
           *         "address": "ada@example.com",
           *         "reason": "bounce",
           *         "delivery_id": 1043,
           *         "created_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            suppression: components['schemas']['Suppression']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running.suppression_exists']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteSuppression: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listSandboxMessages: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        notification_user_id?: number
        external_user_id?: string
        /** @description Adds the recipient to each message */
        expand?: 'notification_user'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "sandbox_messages": [
           *         {
           *           "id": 1043,
           *           "message_id": 1043,
           *           "status": "scheduled",
           *           "notification_channel": {
           *             "id": 1043,
           *             "name": "Mail",
           *             "channel_type": "email"
           *           },
           *           "to": "ada@example.com",
           *           "subject": "Order A-1",
           *           "sends": 0,
           *           "at": "2026-06-08T10:20:00.000Z",
           *           "notification_user": {
           *             "id": 1043,
           *             "external_user_id": "user-1",
           *             "email": "ada@example.com",
           *             "first_name": "Ada",
           *             "last_name": "Lovelace"
           *           }
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            sandbox_messages: {
              /**
               * Format: int64
               * @description The id of the delivery
               * @example 1043
               */
              id: number
              /**
               * Format: int64
               * @example 1043
               */
              message_id: number
              /** @description The current status of the delivery */
              status: components['schemas']['DeliveryStatus']
              notification_channel: components['schemas']['DeliveryChannel']
              /**
               * @description The email address, the phone number, or the tokens of the devices
               * @example ada@example.com
               */
              to: string
              /** @example Order A-1 */
              subject: string
              /**
               * @description The number of sends. The newest send is shown
               * @example 0
               */
              sends: number
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              at: string
              /** @description Only with `expand=notification_user` */
              notification_user?: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example user-1 */
                external_user_id: string | null
                /** @example ada@example.com */
                email: string | null
                /** @example Ada */
                first_name: string | null
                /** @example Lovelace */
                last_name: string | null
              }
            }[]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getSandboxMessage: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "sandbox_message": {
           *         "id": 1043,
           *         "message_id": 1043,
           *         "status": "scheduled",
           *         "notification_channel": {
           *           "id": 1043,
           *           "name": "Mail",
           *           "channel_type": "email"
           *         },
           *         "to": "ada@example.com",
           *         "subject": "Order A-1",
           *         "sends": 0,
           *         "at": "2026-06-08T10:20:00.000Z",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "body_format": "html"
           *       }
           *     }
           */
          'application/json': {
            sandbox_message: components['schemas']['SandboxMessage']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  reportSandboxMessage: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "sandbox_report": {
         *         "fact": "delivered"
         *       }
         *     }
         */
        'application/json': {
          sandbox_report: components['schemas']['SandboxReport']
        }
        'application/x-www-form-urlencoded': {
          sandbox_report: components['schemas']['SandboxReport']
        }
        'multipart/form-data': {
          sandbox_report: components['schemas']['SandboxReport']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "sandbox_report": {
           *         "fact": "delivered",
           *         "recorded": true
           *       }
           *     }
           */
          'application/json': {
            sandbox_report: {
              /** @enum {string} */
              fact: 'delivered' | 'opened' | 'bounced'
              /**
               * @description false if the delivery already has this state, or a state that excludes it
               * @example true
               */
              recorded: boolean
            }
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  countEvents: {
    parameters: {
      query?: {
        hours?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "since": "2026-06-08T10:20:00.000Z",
           *       "event_counts": [
           *         {
           *           "hour": "2026-06-08T10:20:00.000Z",
           *           "type": "delivery.sent",
           *           "events": 0
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /**
             * Format: date-time
             * @example 2026-06-08T10:20:00.000Z
             */
            since: string
            event_counts: components['schemas']['EventCount'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  followEvents: {
    parameters: {
      query?: {
        /** @description A cursor of the event feed */
        after?: string
      }
      header?: {
        'last-event-id'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listNewestWebhookEvents: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        type?: components['schemas']['EventType']
        state?: components['schemas']['EventState']
        delivery_id?: number
        /** @description Events of the deliveries to this recipient, in the order of the deliveries. Not with `delivery_id` */
        notification_user_id?: number
        /** @example 2026-06-08T10:20:00Z */
        created_after?: string
        /** @example 2026-06-08T10:20:00Z */
        created_before?: string
        /** @description Adds the recipient to each event. A page then has at most 20 events */
        expand?: 'notification_user'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_events": [
           *         {
           *           "id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "type": "delivery.sent",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "data": {
           *             "delivery": {
           *               "id": 1043,
           *               "status": "sent",
           *               "error_message": null,
           *               "sent_at": "2026-06-08T10:20:01.000Z",
           *               "failed_at": null,
           *               "delivered_at": null,
           *               "opened_at": null,
           *               "created_at": "2026-06-08T10:20:00.000Z",
           *               "updated_at": "2026-06-08T10:20:01.000Z",
           *               "message_id": 1042,
           *               "friendly_error_message": null,
           *               "limit_feature_key": null,
           *               "notification_channel": {
           *                 "id": 42,
           *                 "name": "Mail",
           *                 "channel_type": "email"
           *               }
           *             }
           *           },
           *           "state": "pending",
           *           "attempts_made": 0,
           *           "next_attempt_at": "2026-06-08T10:20:00.000Z",
           *           "notification_user": {
           *             "id": 1043,
           *             "external_user_id": "user-1",
           *             "email": "ada@example.com",
           *             "first_name": "Ada",
           *             "last_name": "Lovelace"
           *           }
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            webhook_events: components['schemas']['NewestWebhookEvent'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listWebhookEvents: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        after?: string
        /**
         * @description Without `after`: the first page has no event from before this time
         * @example 2026-06-08T10:20:00Z
         */
        since?: string
        type?: components['schemas']['EventType']
        delivery_id?: number
        state?: components['schemas']['EventState']
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_events": [
           *         {
           *           "id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "type": "delivery.sent",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "data": {
           *             "delivery": {
           *               "id": 1043,
           *               "status": "sent",
           *               "error_message": null,
           *               "sent_at": "2026-06-08T10:20:01.000Z",
           *               "failed_at": null,
           *               "delivered_at": null,
           *               "opened_at": null,
           *               "created_at": "2026-06-08T10:20:00.000Z",
           *               "updated_at": "2026-06-08T10:20:01.000Z",
           *               "message_id": 1042,
           *               "friendly_error_message": null,
           *               "limit_feature_key": null,
           *               "notification_channel": {
           *                 "id": 42,
           *                 "name": "Mail",
           *                 "channel_type": "email"
           *               }
           *             }
           *           },
           *           "state": "pending",
           *           "attempts_made": 0,
           *           "next_attempt_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            webhook_events: components['schemas']['ListedWebhookEvent'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getWebhookEvent: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_event": {
           *         "id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *         "type": "delivery.sent",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "data": {
           *           "delivery": {
           *             "id": 1043,
           *             "status": "sent",
           *             "error_message": null,
           *             "sent_at": "2026-06-08T10:20:01.000Z",
           *             "failed_at": null,
           *             "delivered_at": null,
           *             "opened_at": null,
           *             "created_at": "2026-06-08T10:20:00.000Z",
           *             "updated_at": "2026-06-08T10:20:01.000Z",
           *             "message_id": 1042,
           *             "friendly_error_message": null,
           *             "limit_feature_key": null,
           *             "notification_channel": {
           *               "id": 42,
           *               "name": "Mail",
           *               "channel_type": "email"
           *             }
           *           }
           *         },
           *         "state": "pending",
           *         "attempts_made": 0,
           *         "next_attempt_at": "2026-06-08T10:20:00.000Z",
           *         "state_reason": "endpoint_paused",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "attempts": [
           *           {
           *             "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *             "event_type": "delivery.sent",
           *             "attempt_number": 0,
           *             "succeeded": true,
           *             "response_code": 200,
           *             "error_message": "550 5.1.1 mailbox does not exist",
           *             "error_code": "CERT_HAS_EXPIRED",
           *             "duration_ms": 87,
           *             "created_at": "2026-06-08T10:20:00.000Z",
           *             "url": "https://example.com/webhooks",
           *             "response_head": "OK",
           *             "posted_again": true,
           *             "request_headers": [
           *               {
           *                 "name": "Mail",
           *                 "value": "A-1"
           *               }
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            webhook_event: components['schemas']['WebhookEventWithAttempts']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  search: {
    parameters: {
      query: {
        /** @description Finds only recipients, and more of them */
        kind?: 'recipient'
        /** @description The largest number of results. Only with `kind` */
        limit?: number
        /**
         * @description The text
         * @example ada
         */
        q: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "kind": "recipient",
           *           "id": "42",
           *           "title": "Ada Lovelace",
           *           "detail": "ada@example.com",
           *           "status": "scheduled",
           *           "state": "pending",
           *           "delivery_id": 1043,
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "more_of": [
           *         "recipient"
           *       ]
           *     }
           */
          'application/json': {
            results: {
              /** @enum {string} */
              kind: 'recipient' | 'delivery' | 'message' | 'template' | 'event' | 'request'
              /**
               * @description The id as text, because ids of events and requests are texts
               * @example 42
               */
              id: string
              /**
               * @description The name of a recipient or template, the subject of a message or delivery, the type of an event, the method and path of a request
               * @example Ada Lovelace
               */
              title: string
              /**
               * @description More for the eye: addresses, the error, the channel
               * @example ada@example.com
               */
              detail: string
              /** @description Only of a delivery */
              status?: components['schemas']['DeliveryStatus']
              /** @description Only of an event */
              state?: components['schemas']['EventState']
              /**
               * Format: int64
               * @description Only of an event: its delivery. A ping has none
               * @example 1043
               */
              delivery_id?: number
              /**
               * Format: date-time
               * @description Of a delivery, message, event or request
               * @example 2026-06-08T10:20:00.000Z
               */
              created_at?: string
            }[]
            /** @description Kinds of which there may be more objects than these results. A longer text finds fewer */
            more_of: ('recipient' | 'delivery' | 'message' | 'template' | 'event' | 'request')[]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listRequests: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        /** @example req_4fzq1tUR8jXvT0aMwk2d */
        request_id?: string
        /** @description Only requests with an error */
        result?: 'failed'
        method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET'
        /**
         * @description A part of the path
         * @example /messages
         */
        path?: string
        /** @description The status of the response */
        status?: number
        /** @example api_key:12 */
        actor?: string
        /** @example 2026-06-08T10:20:00Z */
        created_after?: string
        /** @example 2026-06-08T10:20:00Z */
        created_before?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "requests": [
           *         {
           *           "id": 1043,
           *           "request_id": "req_4fzq1tUR8jXvT0aMwk2d",
           *           "at": "2026-06-08T10:20:00.000Z",
           *           "actor": "api_key:12",
           *           "actor_name": "Ada Lovelace",
           *           "method": "POST",
           *           "path": "/api/v1/messages",
           *           "status": 422,
           *           "duration_ms": 87,
           *           "code": "invalid",
           *           "errors": {
           *             "email": [
           *               "is not an email address"
           *             ]
           *           },
           *           "made": {
           *             "message_id": 42
           *           }
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            requests: components['schemas']['LoggedRequest'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listProviders: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "providers": [
           *         {
           *           "name": "smtp",
           *           "title": "SMTP",
           *           "channel_types": [
           *             "email"
           *           ],
           *           "platforms": [
           *             "text"
           *           ],
           *           "has_callbacks": true,
           *           "settings": {
           *             "type": "object",
           *             "required": [
           *               "host"
           *             ],
           *             "properties": {
           *               "host": {
           *                 "type": "string"
           *               }
           *             }
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': {
            providers: components['schemas']['Provider'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  testSend: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['TestSendInput']
        'application/x-www-form-urlencoded': components['schemas']['TestSendInput']
        'multipart/form-data': components['schemas']['TestSendInput']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "test_send": {
           *         "result": "accepted",
           *         "provider_message_id": "0100018f-3c5e",
           *         "cause": "mailbox_missing",
           *         "friendly_error_message": "The mailbox does not exist",
           *         "duration_ms": 87
           *       }
           *     }
           */
          'application/json': {
            test_send: components['schemas']['TestSend']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  testConnection: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "notification_channel": {
         *         "name": "Product mail",
         *         "channel_type": "email",
         *         "provider": "sandbox",
         *         "settings": {},
         *         "active": true,
         *         "track_opens": true,
         *         "max_concurrency": 1,
         *         "max_per_second": 1,
         *         "fallback_channel_ids": [
         *           7
         *         ],
         *         "resend_after_timeout": true
         *       }
         *     }
         */
        'application/json': {
          notification_channel: components['schemas']['NotificationChannelInput']
        }
        'application/x-www-form-urlencoded': {
          notification_channel: components['schemas']['NotificationChannelInput']
        }
        'multipart/form-data': {
          notification_channel: components['schemas']['NotificationChannelInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "connection_test": {
           *         "ok": true,
           *         "cause": "mailbox_missing",
           *         "sentence": "The server refused the password",
           *         "field": "password",
           *         "duration_ms": 87
           *       }
           *     }
           */
          'application/json': {
            connection_test: components['schemas']['ConnectionTest']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listNotificationChannels: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        name?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_channels": [
           *         {
           *           "id": 1043,
           *           "name": "Mail",
           *           "channel_type": "email",
           *           "provider": "sandbox",
           *           "settings": {},
           *           "secret_settings": [
           *             "text"
           *           ],
           *           "active": true,
           *           "track_opens": true,
           *           "max_concurrency": 0,
           *           "max_per_second": 0,
           *           "fallback_channel_ids": [
           *             1043
           *           ],
           *           "resend_after_timeout": true,
           *           "health": {
           *             "state": "ok",
           *             "since": "2026-06-08T10:20:00.000Z",
           *             "cause": "address_not_public",
           *             "error_message": "connection_refused: mail.example.com:587"
           *           },
           *           "callback_url": "https://tidings.example.com/callbacks/sendgrid/1.Zk3v",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            notification_channels: components['schemas']['NotificationChannel'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createNotificationChannel: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "notification_channel": {
         *         "name": "Mail",
         *         "channel_type": "email",
         *         "provider": "sandbox",
         *         "settings": {},
         *         "active": true
         *       }
         *     }
         */
        'application/json': {
          notification_channel: components['schemas']['NotificationChannelInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'application/x-www-form-urlencoded': {
          notification_channel: components['schemas']['NotificationChannelInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'multipart/form-data': {
          notification_channel: components['schemas']['NotificationChannelInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_channel": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "channel_type": "email",
           *         "provider": "sandbox",
           *         "settings": {},
           *         "secret_settings": [
           *           "text"
           *         ],
           *         "active": true,
           *         "track_opens": true,
           *         "max_concurrency": 0,
           *         "max_per_second": 0,
           *         "fallback_channel_ids": [
           *           1043
           *         ],
           *         "resend_after_timeout": true,
           *         "health": {
           *           "state": "ok",
           *           "since": "2026-06-08T10:20:00.000Z",
           *           "cause": "address_not_public",
           *           "error_message": "connection_refused: mail.example.com:587"
           *         },
           *         "callback_url": "https://tidings.example.com/callbacks/sendgrid/1.Zk3v",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            notification_channel: components['schemas']['NotificationChannel']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getNotificationChannel: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_channel": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "channel_type": "email",
           *         "provider": "sandbox",
           *         "settings": {},
           *         "secret_settings": [
           *           "text"
           *         ],
           *         "active": true,
           *         "track_opens": true,
           *         "max_concurrency": 0,
           *         "max_per_second": 0,
           *         "fallback_channel_ids": [
           *           1043
           *         ],
           *         "resend_after_timeout": true,
           *         "health": {
           *           "state": "ok",
           *           "since": "2026-06-08T10:20:00.000Z",
           *           "cause": "address_not_public",
           *           "error_message": "connection_refused: mail.example.com:587"
           *         },
           *         "callback_url": "https://tidings.example.com/callbacks/sendgrid/1.Zk3v",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            notification_channel: components['schemas']['NotificationChannel']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteNotificationChannel: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateNotificationChannel: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "notification_channel": {
         *         "active": false
         *       }
         *     }
         */
        'application/json': {
          notification_channel: components['schemas']['NotificationChannelPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'application/x-www-form-urlencoded': {
          notification_channel: components['schemas']['NotificationChannelPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'multipart/form-data': {
          notification_channel: components['schemas']['NotificationChannelPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "notification_channel": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "channel_type": "email",
           *         "provider": "sandbox",
           *         "settings": {},
           *         "secret_settings": [
           *           "text"
           *         ],
           *         "active": true,
           *         "track_opens": true,
           *         "max_concurrency": 0,
           *         "max_per_second": 0,
           *         "fallback_channel_ids": [
           *           1043
           *         ],
           *         "resend_after_timeout": true,
           *         "health": {
           *           "state": "ok",
           *           "since": "2026-06-08T10:20:00.000Z",
           *           "cause": "address_not_public",
           *           "error_message": "connection_refused: mail.example.com:587"
           *         },
           *         "callback_url": "https://tidings.example.com/callbacks/sendgrid/1.Zk3v",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            notification_channel: components['schemas']['NotificationChannel']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listTopics: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        name?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "topics": [
           *         {
           *           "id": 1043,
           *           "name": "order_updates",
           *           "label": "Order updates",
           *           "description": "The state of your orders",
           *           "locales": [
           *             {
           *               "locale": "en",
           *               "label": "Order updates",
           *               "description": "The state of your orders"
           *             }
           *           ],
           *           "required": true,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            topics: components['schemas']['Topic'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createTopic: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "topic": {
         *         "name": "order_updates",
         *         "label": "Order updates",
         *         "description": "",
         *         "required": false
         *       }
         *     }
         */
        'application/json': {
          topic: components['schemas']['TopicInput']
        }
        'application/x-www-form-urlencoded': {
          topic: components['schemas']['TopicInput']
        }
        'multipart/form-data': {
          topic: components['schemas']['TopicInput']
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "topic": {
           *         "id": 1043,
           *         "name": "order_updates",
           *         "label": "Order updates",
           *         "description": "The state of your orders",
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "label": "Order updates",
           *             "description": "The state of your orders"
           *           }
           *         ],
           *         "required": true,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            topic: components['schemas']['Topic']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.name_taken.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getTopic: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "topic": {
           *         "id": 1043,
           *         "name": "order_updates",
           *         "label": "Order updates",
           *         "description": "The state of your orders",
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "label": "Order updates",
           *             "description": "The state of your orders"
           *           }
           *         ],
           *         "required": true,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            topic: components['schemas']['Topic']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteTopic: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.topic_in_use']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateTopic: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "topic": {
         *         "label": "Your orders"
         *       }
         *     }
         */
        'application/json': {
          topic: components['schemas']['TopicPatch']
        }
        'application/x-www-form-urlencoded': {
          topic: components['schemas']['TopicPatch']
        }
        'multipart/form-data': {
          topic: components['schemas']['TopicPatch']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "topic": {
           *         "id": 1043,
           *         "name": "order_updates",
           *         "label": "Order updates",
           *         "description": "The state of your orders",
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "label": "Order updates",
           *             "description": "The state of your orders"
           *           }
           *         ],
           *         "required": true,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            topic: components['schemas']['Topic']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.name_taken']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getPreferencePage: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preference_page": {
           *         "title": "Order A-1",
           *         "accent_color": "#1d4ed8",
           *         "background_color": "#ffffff"
           *       }
           *     }
           */
          'application/json': {
            preference_page: components['schemas']['PreferencePage']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updatePreferencePage: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "preference_page": {
         *         "title": "Acme",
         *         "accent_color": "#1d4ed8",
         *         "background_color": null
         *       }
         *     }
         */
        'application/json': {
          preference_page: components['schemas']['PreferencePagePatch']
        }
        'application/x-www-form-urlencoded': {
          preference_page: components['schemas']['PreferencePagePatch']
        }
        'multipart/form-data': {
          preference_page: components['schemas']['PreferencePagePatch']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preference_page": {
           *         "title": "Order A-1",
           *         "accent_color": "#1d4ed8",
           *         "background_color": "#ffffff"
           *       }
           *     }
           */
          'application/json': {
            preference_page: components['schemas']['PreferencePage']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listRecipientSigningKeys: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "recipient_signing_keys": [
           *         {
           *           "id": 1043,
           *           "name": "Mail",
           *           "last4": "Xy7q",
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            recipient_signing_keys: components['schemas']['RecipientSigningKey'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createRecipientSigningKey: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "recipient_signing_key": {
         *         "name": "Production"
         *       }
         *     }
         */
        'application/json': {
          recipient_signing_key: components['schemas']['RecipientSigningKeyInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'application/x-www-form-urlencoded': {
          recipient_signing_key: components['schemas']['RecipientSigningKeyInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'multipart/form-data': {
          recipient_signing_key: components['schemas']['RecipientSigningKeyInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "recipient_signing_key": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "last4": "Xy7q",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "secret": "rsk_9fK2mQ7xVb4TzR1cN8yHs5LwJd3GpA6e"
           *       }
           *     }
           */
          'application/json': {
            recipient_signing_key: components['schemas']['RecipientSigningKeyWithSecret']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteRecipientSigningKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': components['schemas']['PasswordConfirmation']
        'application/x-www-form-urlencoded': components['schemas']['PasswordConfirmation']
        'multipart/form-data': components['schemas']['PasswordConfirmation']
      }
    }
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listMessageTemplates: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        name?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_templates": [
           *         {
           *           "id": 1043,
           *           "name": "Mail",
           *           "subject": "Order A-1",
           *           "body": "Hello Ada, order A-1 is on its way.",
           *           "body_format": "html",
           *           "track_opens": true,
           *           "priority": "high",
           *           "channels": [
           *             {
           *               "notification_channel_id": 1043,
           *               "subject": "Order A-1",
           *               "body": "Hello Ada, order A-1 is on its way.",
           *               "url": "https://example.com/webhooks",
           *               "email": {
           *                 "reply_to": "text",
           *                 "cc": "text",
           *                 "bcc": "text",
           *                 "preheader": "text",
           *                 "headers": [
           *                   {
           *                     "name": "Mail",
           *                     "value": "A-1"
           *                   }
           *                 ]
           *               },
           *               "push": {
           *                 "url": "https://example.com/webhooks",
           *                 "image_url": "text",
           *                 "badge": "text",
           *                 "sound": "text",
           *                 "category": "text",
           *                 "thread_id": "text",
           *                 "collapse_key": "text",
           *                 "ttl_seconds": "text",
           *                 "interruption_level": "text",
           *                 "data": [
           *                   {
           *                     "name": "Mail",
           *                     "value": "A-1"
           *                   }
           *                 ]
           *               }
           *             }
           *           ],
           *           "locales": [
           *             {
           *               "locale": "en",
           *               "subject": "Order A-1",
           *               "body": "Hello Ada, order A-1 is on its way.",
           *               "channels": [
           *                 {
           *                   "notification_channel_id": 1043,
           *                   "subject": "Order A-1",
           *                   "body": "Hello Ada, order A-1 is on its way.",
           *                   "url": "https://example.com/webhooks",
           *                   "email": {
           *                     "reply_to": "text",
           *                     "cc": "text",
           *                     "bcc": "text",
           *                     "preheader": "text",
           *                     "headers": [
           *                       {
           *                         "name": "Mail",
           *                         "value": "A-1"
           *                       }
           *                     ]
           *                   },
           *                   "push": {
           *                     "url": "https://example.com/webhooks",
           *                     "image_url": "text",
           *                     "badge": "text",
           *                     "sound": "text",
           *                     "category": "text",
           *                     "thread_id": "text",
           *                     "collapse_key": "text",
           *                     "ttl_seconds": "text",
           *                     "interruption_level": "text",
           *                     "data": [
           *                       {
           *                         "name": "Mail",
           *                         "value": "A-1"
           *                       }
           *                     ]
           *                   }
           *                 }
           *               ]
           *             }
           *           ],
           *           "topic": "order_updates",
           *           "version": 0,
           *           "draft_revision": 0,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            message_templates: components['schemas']['MessageTemplate'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createMessageTemplate: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "message_template": {
         *         "name": "receipt",
         *         "subject": "Order {{ order.id }}",
         *         "body": "Hello {{ user.first_name }}, order {{ order.id }} is on its way.",
         *         "body_format": "text",
         *         "channels": [
         *           {
         *             "notification_channel_id": 42,
         *             "subject": null,
         *             "body": null,
         *             "url": null
         *           }
         *         ],
         *         "topic": null
         *       }
         *     }
         */
        'application/json': {
          message_template: components['schemas']['MessageTemplateInput']
        }
        'application/x-www-form-urlencoded': {
          message_template: components['schemas']['MessageTemplateInput']
        }
        'multipart/form-data': {
          message_template: components['schemas']['MessageTemplateInput']
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_template": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "body_format": "html",
           *         "track_opens": true,
           *         "priority": "high",
           *         "channels": [
           *           {
           *             "notification_channel_id": 1043,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "url": "https://example.com/webhooks",
           *             "email": {
           *               "reply_to": "text",
           *               "cc": "text",
           *               "bcc": "text",
           *               "preheader": "text",
           *               "headers": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             },
           *             "push": {
           *               "url": "https://example.com/webhooks",
           *               "image_url": "text",
           *               "badge": "text",
           *               "sound": "text",
           *               "category": "text",
           *               "thread_id": "text",
           *               "collapse_key": "text",
           *               "ttl_seconds": "text",
           *               "interruption_level": "text",
           *               "data": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             }
           *           }
           *         ],
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "channels": [
           *               {
           *                 "notification_channel_id": 1043,
           *                 "subject": "Order A-1",
           *                 "body": "Hello Ada, order A-1 is on its way.",
           *                 "url": "https://example.com/webhooks",
           *                 "email": {
           *                   "reply_to": "text",
           *                   "cc": "text",
           *                   "bcc": "text",
           *                   "preheader": "text",
           *                   "headers": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 },
           *                 "push": {
           *                   "url": "https://example.com/webhooks",
           *                   "image_url": "text",
           *                   "badge": "text",
           *                   "sound": "text",
           *                   "category": "text",
           *                   "thread_id": "text",
           *                   "collapse_key": "text",
           *                   "ttl_seconds": "text",
           *                   "interruption_level": "text",
           *                   "data": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 }
           *               }
           *             ]
           *           }
           *         ],
           *         "topic": "order_updates",
           *         "version": 0,
           *         "draft_revision": 0,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message_template: components['schemas']['MessageTemplate']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.name_taken.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getMessageTemplate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_template": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "body_format": "html",
           *         "track_opens": true,
           *         "priority": "high",
           *         "channels": [
           *           {
           *             "notification_channel_id": 1043,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "url": "https://example.com/webhooks",
           *             "email": {
           *               "reply_to": "text",
           *               "cc": "text",
           *               "bcc": "text",
           *               "preheader": "text",
           *               "headers": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             },
           *             "push": {
           *               "url": "https://example.com/webhooks",
           *               "image_url": "text",
           *               "badge": "text",
           *               "sound": "text",
           *               "category": "text",
           *               "thread_id": "text",
           *               "collapse_key": "text",
           *               "ttl_seconds": "text",
           *               "interruption_level": "text",
           *               "data": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             }
           *           }
           *         ],
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "channels": [
           *               {
           *                 "notification_channel_id": 1043,
           *                 "subject": "Order A-1",
           *                 "body": "Hello Ada, order A-1 is on its way.",
           *                 "url": "https://example.com/webhooks",
           *                 "email": {
           *                   "reply_to": "text",
           *                   "cc": "text",
           *                   "bcc": "text",
           *                   "preheader": "text",
           *                   "headers": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 },
           *                 "push": {
           *                   "url": "https://example.com/webhooks",
           *                   "image_url": "text",
           *                   "badge": "text",
           *                   "sound": "text",
           *                   "category": "text",
           *                   "thread_id": "text",
           *                   "collapse_key": "text",
           *                   "ttl_seconds": "text",
           *                   "interruption_level": "text",
           *                   "data": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 }
           *               }
           *             ]
           *           }
           *         ],
           *         "topic": "order_updates",
           *         "version": 0,
           *         "draft_revision": 0,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message_template: components['schemas']['MessageTemplate']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteMessageTemplate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateMessageTemplate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "message_template": {
         *         "subject": "Your order {{ order.id }}"
         *       }
         *     }
         */
        'application/json': {
          message_template: components['schemas']['MessageTemplatePatch']
        }
        'application/x-www-form-urlencoded': {
          message_template: components['schemas']['MessageTemplatePatch']
        }
        'multipart/form-data': {
          message_template: components['schemas']['MessageTemplatePatch']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_template": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "body_format": "html",
           *         "track_opens": true,
           *         "priority": "high",
           *         "channels": [
           *           {
           *             "notification_channel_id": 1043,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "url": "https://example.com/webhooks",
           *             "email": {
           *               "reply_to": "text",
           *               "cc": "text",
           *               "bcc": "text",
           *               "preheader": "text",
           *               "headers": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             },
           *             "push": {
           *               "url": "https://example.com/webhooks",
           *               "image_url": "text",
           *               "badge": "text",
           *               "sound": "text",
           *               "category": "text",
           *               "thread_id": "text",
           *               "collapse_key": "text",
           *               "ttl_seconds": "text",
           *               "interruption_level": "text",
           *               "data": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             }
           *           }
           *         ],
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "channels": [
           *               {
           *                 "notification_channel_id": 1043,
           *                 "subject": "Order A-1",
           *                 "body": "Hello Ada, order A-1 is on its way.",
           *                 "url": "https://example.com/webhooks",
           *                 "email": {
           *                   "reply_to": "text",
           *                   "cc": "text",
           *                   "bcc": "text",
           *                   "preheader": "text",
           *                   "headers": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 },
           *                 "push": {
           *                   "url": "https://example.com/webhooks",
           *                   "image_url": "text",
           *                   "badge": "text",
           *                   "sound": "text",
           *                   "category": "text",
           *                   "thread_id": "text",
           *                   "collapse_key": "text",
           *                   "ttl_seconds": "text",
           *                   "interruption_level": "text",
           *                   "data": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 }
           *               }
           *             ]
           *           }
           *         ],
           *         "topic": "order_updates",
           *         "version": 0,
           *         "draft_revision": 0,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message_template: components['schemas']['MessageTemplate']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.name_taken.draft_changed.version_changed']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listTemplateVersions: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "versions": [
           *         {
           *           "version": 0,
           *           "subject": "Order A-1",
           *           "body": "Hello Ada, order A-1 is on its way.",
           *           "body_format": "html",
           *           "track_opens": true,
           *           "priority": "high",
           *           "channels": [
           *             {
           *               "notification_channel_id": 1043,
           *               "subject": "Order A-1",
           *               "body": "Hello Ada, order A-1 is on its way.",
           *               "url": "https://example.com/webhooks",
           *               "email": {
           *                 "reply_to": "text",
           *                 "cc": "text",
           *                 "bcc": "text",
           *                 "preheader": "text",
           *                 "headers": [
           *                   {
           *                     "name": "Mail",
           *                     "value": "A-1"
           *                   }
           *                 ]
           *               },
           *               "push": {
           *                 "url": "https://example.com/webhooks",
           *                 "image_url": "text",
           *                 "badge": "text",
           *                 "sound": "text",
           *                 "category": "text",
           *                 "thread_id": "text",
           *                 "collapse_key": "text",
           *                 "ttl_seconds": "text",
           *                 "interruption_level": "text",
           *                 "data": [
           *                   {
           *                     "name": "Mail",
           *                     "value": "A-1"
           *                   }
           *                 ]
           *               }
           *             }
           *           ],
           *           "locales": [
           *             {
           *               "locale": "en",
           *               "subject": "Order A-1",
           *               "body": "Hello Ada, order A-1 is on its way.",
           *               "channels": [
           *                 {
           *                   "notification_channel_id": 1043,
           *                   "subject": "Order A-1",
           *                   "body": "Hello Ada, order A-1 is on its way.",
           *                   "url": "https://example.com/webhooks",
           *                   "email": {
           *                     "reply_to": "text",
           *                     "cc": "text",
           *                     "bcc": "text",
           *                     "preheader": "text",
           *                     "headers": [
           *                       {
           *                         "name": "Mail",
           *                         "value": "A-1"
           *                       }
           *                     ]
           *                   },
           *                   "push": {
           *                     "url": "https://example.com/webhooks",
           *                     "image_url": "text",
           *                     "badge": "text",
           *                     "sound": "text",
           *                     "category": "text",
           *                     "thread_id": "text",
           *                     "collapse_key": "text",
           *                     "ttl_seconds": "text",
           *                     "interruption_level": "text",
           *                     "data": [
           *                       {
           *                         "name": "Mail",
           *                         "value": "A-1"
           *                       }
           *                     ]
           *                   }
           *                 }
           *               ]
           *             }
           *           ],
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            versions: components['schemas']['MessageTemplateVersion'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  previewMessageTemplate: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "preview": {
         *         "subject": "Order {{ order.id }}",
         *         "body": "Hello {{ user.first_name }}, order {{ order.id }} is on its way.",
         *         "body_format": "text",
         *         "message_attributes_attributes": [
         *           {
         *             "name": "order.id",
         *             "value": "A-1"
         *           }
         *         ],
         *         "notification_user": {
         *           "first_name": "Ada"
         *         }
         *       }
         *     }
         */
        'application/json': {
          preview: components['schemas']['TemplatePreviewInput']
        }
        'application/x-www-form-urlencoded': {
          preview: components['schemas']['TemplatePreviewInput']
        }
        'multipart/form-data': {
          preview: components['schemas']['TemplatePreviewInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preview": {
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "text": "Hello Ada, order A-1 is on its way.",
           *         "sms": {
           *           "text": "Hello Ada, order A-1 is on its way.",
           *           "parts": 1,
           *           "outside": [
           *             "text"
           *           ]
           *         },
           *         "email": {
           *           "reply_to": "text",
           *           "cc": [
           *             "text"
           *           ],
           *           "bcc": [
           *             "text"
           *           ],
           *           "preheader": "text",
           *           "headers": [
           *             {
           *               "name": "Mail",
           *               "value": "A-1"
           *             }
           *           ]
           *         },
           *         "push": {
           *           "url": "https://example.com/webhooks",
           *           "image_url": "text",
           *           "badge": 0,
           *           "sound": "text",
           *           "category": "text",
           *           "thread_id": "text",
           *           "collapse_key": "text",
           *           "ttl_seconds": 0,
           *           "interruption_level": "text",
           *           "data": [
           *             {
           *               "name": "Mail",
           *               "value": "A-1"
           *             }
           *           ]
           *         },
           *         "names": [
           *           "order.id"
           *         ],
           *         "unknown_names": [
           *           "order.id"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            preview: components['schemas']['TemplatePreview']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.template_limit']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.render_budget.overloaded.unavailable']
    }
  }
  upsertMessageTemplate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example welcome_message */
        name: string
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "message_template": {
         *         "name": "receipt",
         *         "subject": "Order {{ order.id }}",
         *         "body": "Hello {{ user.first_name }}, order {{ order.id }} is on its way.",
         *         "body_format": "text",
         *         "channels": [
         *           {
         *             "notification_channel_id": 42,
         *             "subject": null,
         *             "body": null,
         *             "url": null
         *           }
         *         ],
         *         "topic": null
         *       }
         *     }
         */
        'application/json': {
          message_template: components['schemas']['MessageTemplatePatch']
        }
        'application/x-www-form-urlencoded': {
          message_template: components['schemas']['MessageTemplatePatch']
        }
        'multipart/form-data': {
          message_template: components['schemas']['MessageTemplatePatch']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_template": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "body_format": "html",
           *         "track_opens": true,
           *         "priority": "high",
           *         "channels": [
           *           {
           *             "notification_channel_id": 1043,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "url": "https://example.com/webhooks",
           *             "email": {
           *               "reply_to": "text",
           *               "cc": "text",
           *               "bcc": "text",
           *               "preheader": "text",
           *               "headers": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             },
           *             "push": {
           *               "url": "https://example.com/webhooks",
           *               "image_url": "text",
           *               "badge": "text",
           *               "sound": "text",
           *               "category": "text",
           *               "thread_id": "text",
           *               "collapse_key": "text",
           *               "ttl_seconds": "text",
           *               "interruption_level": "text",
           *               "data": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             }
           *           }
           *         ],
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "channels": [
           *               {
           *                 "notification_channel_id": 1043,
           *                 "subject": "Order A-1",
           *                 "body": "Hello Ada, order A-1 is on its way.",
           *                 "url": "https://example.com/webhooks",
           *                 "email": {
           *                   "reply_to": "text",
           *                   "cc": "text",
           *                   "bcc": "text",
           *                   "preheader": "text",
           *                   "headers": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 },
           *                 "push": {
           *                   "url": "https://example.com/webhooks",
           *                   "image_url": "text",
           *                   "badge": "text",
           *                   "sound": "text",
           *                   "category": "text",
           *                   "thread_id": "text",
           *                   "collapse_key": "text",
           *                   "ttl_seconds": "text",
           *                   "interruption_level": "text",
           *                   "data": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 }
           *               }
           *             ]
           *           }
           *         ],
           *         "topic": "order_updates",
           *         "version": 0,
           *         "draft_revision": 0,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message_template: components['schemas']['MessageTemplate']
          }
        }
      }
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message_template": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "body_format": "html",
           *         "track_opens": true,
           *         "priority": "high",
           *         "channels": [
           *           {
           *             "notification_channel_id": 1043,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "url": "https://example.com/webhooks",
           *             "email": {
           *               "reply_to": "text",
           *               "cc": "text",
           *               "bcc": "text",
           *               "preheader": "text",
           *               "headers": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             },
           *             "push": {
           *               "url": "https://example.com/webhooks",
           *               "image_url": "text",
           *               "badge": "text",
           *               "sound": "text",
           *               "category": "text",
           *               "thread_id": "text",
           *               "collapse_key": "text",
           *               "ttl_seconds": "text",
           *               "interruption_level": "text",
           *               "data": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             }
           *           }
           *         ],
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "channels": [
           *               {
           *                 "notification_channel_id": 1043,
           *                 "subject": "Order A-1",
           *                 "body": "Hello Ada, order A-1 is on its way.",
           *                 "url": "https://example.com/webhooks",
           *                 "email": {
           *                   "reply_to": "text",
           *                   "cc": "text",
           *                   "bcc": "text",
           *                   "preheader": "text",
           *                   "headers": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 },
           *                 "push": {
           *                   "url": "https://example.com/webhooks",
           *                   "image_url": "text",
           *                   "badge": "text",
           *                   "sound": "text",
           *                   "category": "text",
           *                   "thread_id": "text",
           *                   "collapse_key": "text",
           *                   "ttl_seconds": "text",
           *                   "interruption_level": "text",
           *                   "data": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 }
           *               }
           *             ]
           *           }
           *         ],
           *         "topic": "order_updates",
           *         "version": 0,
           *         "draft_revision": 0,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            message_template: components['schemas']['MessageTemplate']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.draft_changed.version_changed.limit_reached']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getTemplateDraft: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "draft": {
           *         "name": "Mail",
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "body_format": "html",
           *         "track_opens": true,
           *         "priority": "high",
           *         "channels": [
           *           {
           *             "notification_channel_id": 1043,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "url": "https://example.com/webhooks",
           *             "email": {
           *               "reply_to": "text",
           *               "cc": "text",
           *               "bcc": "text",
           *               "preheader": "text",
           *               "headers": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             },
           *             "push": {
           *               "url": "https://example.com/webhooks",
           *               "image_url": "text",
           *               "badge": "text",
           *               "sound": "text",
           *               "category": "text",
           *               "thread_id": "text",
           *               "collapse_key": "text",
           *               "ttl_seconds": "text",
           *               "interruption_level": "text",
           *               "data": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             }
           *           }
           *         ],
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "channels": [
           *               {
           *                 "notification_channel_id": 1043,
           *                 "subject": "Order A-1",
           *                 "body": "Hello Ada, order A-1 is on its way.",
           *                 "url": "https://example.com/webhooks",
           *                 "email": {
           *                   "reply_to": "text",
           *                   "cc": "text",
           *                   "bcc": "text",
           *                   "preheader": "text",
           *                   "headers": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 },
           *                 "push": {
           *                   "url": "https://example.com/webhooks",
           *                   "image_url": "text",
           *                   "badge": "text",
           *                   "sound": "text",
           *                   "category": "text",
           *                   "thread_id": "text",
           *                   "collapse_key": "text",
           *                   "ttl_seconds": "text",
           *                   "interruption_level": "text",
           *                   "data": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 }
           *               }
           *             ]
           *           }
           *         ],
           *         "topic": "order_updates",
           *         "based_on_version": 0,
           *         "revision": 0,
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "updated_by": "member:3",
           *         "updated_by_name": "Ada Lovelace"
           *       }
           *     }
           */
          'application/json': {
            draft: components['schemas']['MessageTemplateDraft']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  saveTemplateDraft: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "draft": {
         *         "name": "receipt",
         *         "subject": "Your order {{ order.id }}",
         *         "body": "Hello {{ user.first_name }}, order {{ order.id }} is on its way.",
         *         "body_format": "text",
         *         "channels": [
         *           {
         *             "notification_channel_id": 42,
         *             "subject": null,
         *             "body": null,
         *             "url": null
         *           }
         *         ],
         *         "topic": null
         *       }
         *     }
         */
        'application/json': {
          draft: components['schemas']['MessageTemplateDraftInput']
        }
        'application/x-www-form-urlencoded': {
          draft: components['schemas']['MessageTemplateDraftInput']
        }
        'multipart/form-data': {
          draft: components['schemas']['MessageTemplateDraftInput']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "draft": {
           *         "name": "Mail",
           *         "subject": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "body_format": "html",
           *         "track_opens": true,
           *         "priority": "high",
           *         "channels": [
           *           {
           *             "notification_channel_id": 1043,
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "url": "https://example.com/webhooks",
           *             "email": {
           *               "reply_to": "text",
           *               "cc": "text",
           *               "bcc": "text",
           *               "preheader": "text",
           *               "headers": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             },
           *             "push": {
           *               "url": "https://example.com/webhooks",
           *               "image_url": "text",
           *               "badge": "text",
           *               "sound": "text",
           *               "category": "text",
           *               "thread_id": "text",
           *               "collapse_key": "text",
           *               "ttl_seconds": "text",
           *               "interruption_level": "text",
           *               "data": [
           *                 {
           *                   "name": "Mail",
           *                   "value": "A-1"
           *                 }
           *               ]
           *             }
           *           }
           *         ],
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "subject": "Order A-1",
           *             "body": "Hello Ada, order A-1 is on its way.",
           *             "channels": [
           *               {
           *                 "notification_channel_id": 1043,
           *                 "subject": "Order A-1",
           *                 "body": "Hello Ada, order A-1 is on its way.",
           *                 "url": "https://example.com/webhooks",
           *                 "email": {
           *                   "reply_to": "text",
           *                   "cc": "text",
           *                   "bcc": "text",
           *                   "preheader": "text",
           *                   "headers": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 },
           *                 "push": {
           *                   "url": "https://example.com/webhooks",
           *                   "image_url": "text",
           *                   "badge": "text",
           *                   "sound": "text",
           *                   "category": "text",
           *                   "thread_id": "text",
           *                   "collapse_key": "text",
           *                   "ttl_seconds": "text",
           *                   "interruption_level": "text",
           *                   "data": [
           *                     {
           *                       "name": "Mail",
           *                       "value": "A-1"
           *                     }
           *                   ]
           *                 }
           *               }
           *             ]
           *           }
           *         ],
           *         "topic": "order_updates",
           *         "based_on_version": 0,
           *         "revision": 0,
           *         "updated_at": "2026-06-08T10:20:00.000Z",
           *         "updated_by": "member:3",
           *         "updated_by_name": "Ada Lovelace"
           *       }
           *     }
           */
          'application/json': {
            draft: components['schemas']['MessageTemplateDraft']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.draft_changed']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteTemplateDraft: {
    parameters: {
      query?: {
        /** @description The revision of the draft that you read. If it has changed, the draft stays, and the status is 409 */
        revision?: number
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.draft_changed']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listPartials: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        name?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "partials": [
           *         {
           *           "id": 1043,
           *           "name": "Mail",
           *           "text": "Hello Ada, order A-1 is on its way.",
           *           "locales": [
           *             {
           *               "locale": "en",
           *               "text": "Hello Ada, order A-1 is on its way."
           *             }
           *           ],
           *           "version": 0,
           *           "used_by_count": 0,
           *           "used_by": [
           *             {
           *               "kind": "template",
           *               "id": 1043,
           *               "name": "Mail"
           *             }
           *           ],
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            partials: components['schemas']['TemplatePartial'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createPartial: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "partial": {
         *         "name": "footer",
         *         "text": "<p>Acme, Vienna. <a href=\"{{ unsubscribe_url }}\">Unsubscribe</a></p>"
         *       }
         *     }
         */
        'application/json': {
          partial: components['schemas']['TemplatePartialInput']
        }
        'application/x-www-form-urlencoded': {
          partial: components['schemas']['TemplatePartialInput']
        }
        'multipart/form-data': {
          partial: components['schemas']['TemplatePartialInput']
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "partial": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "text": "Hello Ada, order A-1 is on its way.",
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "text": "Hello Ada, order A-1 is on its way."
           *           }
           *         ],
           *         "version": 0,
           *         "used_by_count": 0,
           *         "used_by": [
           *           {
           *             "kind": "template",
           *             "id": 1043,
           *             "name": "Mail"
           *           }
           *         ],
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            partial: components['schemas']['TemplatePartial']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.name_taken.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getPartial: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "partial": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "text": "Hello Ada, order A-1 is on its way.",
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "text": "Hello Ada, order A-1 is on its way."
           *           }
           *         ],
           *         "version": 0,
           *         "used_by_count": 0,
           *         "used_by": [
           *           {
           *             "kind": "template",
           *             "id": 1043,
           *             "name": "Mail"
           *           }
           *         ],
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            partial: components['schemas']['TemplatePartial']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deletePartial: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.partial_in_use']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updatePartial: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "partial": {
         *         "text": "<p>Acme, Vienna. <a href=\"{{ unsubscribe_url }}\">Unsubscribe</a></p>"
         *       }
         *     }
         */
        'application/json': {
          partial: components['schemas']['TemplatePartialPatch']
        }
        'application/x-www-form-urlencoded': {
          partial: components['schemas']['TemplatePartialPatch']
        }
        'multipart/form-data': {
          partial: components['schemas']['TemplatePartialPatch']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "partial": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "text": "Hello Ada, order A-1 is on its way.",
           *         "locales": [
           *           {
           *             "locale": "en",
           *             "text": "Hello Ada, order A-1 is on its way."
           *           }
           *         ],
           *         "version": 0,
           *         "used_by_count": 0,
           *         "used_by": [
           *           {
           *             "kind": "template",
           *             "id": 1043,
           *             "name": "Mail"
           *           }
           *         ],
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            partial: components['schemas']['TemplatePartial']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listPartialVersions: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "versions": [
           *         {
           *           "version": 0,
           *           "text": "Hello Ada, order A-1 is on its way.",
           *           "locales": [
           *             {
           *               "locale": "en",
           *               "text": "Hello Ada, order A-1 is on its way."
           *             }
           *           ],
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            versions: components['schemas']['TemplatePartialVersion'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listWebhookEndpoints: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_endpoints": [
           *         {
           *           "id": 1043,
           *           "url": "https://example.com/webhooks",
           *           "active": true,
           *           "status": "active",
           *           "secret_preview": "whsec_…Xy7q",
           *           "previous_secret_expires_at": "2026-06-08T10:20:00.000Z",
           *           "signature_format": "service",
           *           "include_message": true,
           *           "consecutive_failures": 0,
           *           "inactive_since": "2026-06-08T10:20:00.000Z",
           *           "disabled_at": "2026-06-08T10:20:00.000Z",
           *           "disabled_reason": "20 consecutive events failed",
           *           "missing_dismissed_at": "2026-06-08T10:20:00.000Z",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "updated_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            webhook_endpoints: components['schemas']['WebhookEndpoint'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createWebhookEndpoint: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "webhook_endpoint": {
         *         "url": "https://example.com/webhooks",
         *         "active": true,
         *         "signature_format": "service",
         *         "include_message": true,
         *         "current_password": "correct horse battery"
         *       }
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointRequest']
        'application/x-www-form-urlencoded': components['schemas']['WebhookEndpointRequest']
        'multipart/form-data': components['schemas']['WebhookEndpointRequest']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_endpoint": {
           *         "id": 1043,
           *         "url": "https://example.com/webhooks",
           *         "active": true,
           *         "secret": "whsec_…",
           *         "standard_secret": "whsec_d2hzZWNf…"
           *       }
           *     }
           */
          'application/json': {
            webhook_endpoint: components['schemas']['WebhookEndpointWithSecret']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running.endpoint_exists']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field.idempotency_key_reused.url_not_https.url_too_long.url_invalid.url_not_public.url_unresolvable']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getWebhookEndpoint: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_endpoint": {
           *         "id": 1043,
           *         "url": "https://example.com/webhooks",
           *         "active": true,
           *         "status": "active",
           *         "secret_preview": "whsec_…Xy7q",
           *         "previous_secret_expires_at": "2026-06-08T10:20:00.000Z",
           *         "signature_format": "service",
           *         "include_message": true,
           *         "consecutive_failures": 0,
           *         "inactive_since": "2026-06-08T10:20:00.000Z",
           *         "disabled_at": "2026-06-08T10:20:00.000Z",
           *         "disabled_reason": "20 consecutive events failed",
           *         "missing_dismissed_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            webhook_endpoint: components['schemas']['WebhookEndpoint']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteWebhookEndpoint: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateWebhookEndpoint: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "webhook_endpoint": {
         *         "url": "https://example.com/webhooks",
         *         "active": true,
         *         "signature_format": "service",
         *         "include_message": true,
         *         "current_password": "correct horse battery"
         *       }
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointChange']
        'application/x-www-form-urlencoded': components['schemas']['WebhookEndpointChange']
        'multipart/form-data': components['schemas']['WebhookEndpointChange']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_endpoint": {
           *         "id": 1043,
           *         "url": "https://example.com/webhooks",
           *         "active": true,
           *         "status": "active",
           *         "secret_preview": "whsec_…Xy7q",
           *         "previous_secret_expires_at": "2026-06-08T10:20:00.000Z",
           *         "signature_format": "service",
           *         "include_message": true,
           *         "consecutive_failures": 0,
           *         "inactive_since": "2026-06-08T10:20:00.000Z",
           *         "disabled_at": "2026-06-08T10:20:00.000Z",
           *         "disabled_reason": "20 consecutive events failed",
           *         "missing_dismissed_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            webhook_endpoint: components['schemas']['WebhookEndpoint']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.endpoint_disabled']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field.url_not_https.url_too_long.url_invalid.url_not_public.url_unresolvable']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  rotateWebhookSecret: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "overlap_seconds": 0,
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': components['schemas']['WebhookSecretRotation']
        'application/x-www-form-urlencoded': components['schemas']['WebhookSecretRotation']
        'multipart/form-data': components['schemas']['WebhookSecretRotation']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_endpoint": {
           *         "id": 1043,
           *         "url": "https://example.com/webhooks",
           *         "active": true,
           *         "secret": "whsec_…",
           *         "standard_secret": "whsec_d2hzZWNf…"
           *       }
           *     }
           */
          'application/json': {
            webhook_endpoint: components['schemas']['WebhookEndpointWithSecret']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  reactivateWebhookEndpoint: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_endpoint": {
           *         "id": 1043,
           *         "url": "https://example.com/webhooks",
           *         "active": true,
           *         "status": "active",
           *         "secret_preview": "whsec_…Xy7q",
           *         "previous_secret_expires_at": "2026-06-08T10:20:00.000Z",
           *         "signature_format": "service",
           *         "include_message": true,
           *         "consecutive_failures": 0,
           *         "inactive_since": "2026-06-08T10:20:00.000Z",
           *         "disabled_at": "2026-06-08T10:20:00.000Z",
           *         "disabled_reason": "20 consecutive events failed",
           *         "missing_dismissed_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            webhook_endpoint: components['schemas']['WebhookEndpoint']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running.endpoint_paused']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listWebhookAttempts: {
    parameters: {
      query?: {
        /** @description Adds the recipient to each attempt */
        expand?: 'notification_user'
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "attempts": [
           *         {
           *           "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "event_type": "delivery.sent",
           *           "attempt_number": 0,
           *           "succeeded": true,
           *           "response_code": 200,
           *           "error_message": "connect_timeout",
           *           "duration_ms": 87,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "notification_user": {
           *             "id": 1043,
           *             "external_user_id": "user-1",
           *             "email": "ada@example.com",
           *             "first_name": "Ada",
           *             "last_name": "Lovelace"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': {
            attempts: components['schemas']['WebhookAttempt'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  endWebhookSecretOverlap: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_endpoint": {
           *         "id": 1043,
           *         "url": "https://example.com/webhooks",
           *         "active": true,
           *         "status": "active",
           *         "secret_preview": "whsec_…Xy7q",
           *         "previous_secret_expires_at": "2026-06-08T10:20:00.000Z",
           *         "signature_format": "service",
           *         "include_message": true,
           *         "consecutive_failures": 0,
           *         "inactive_since": "2026-06-08T10:20:00.000Z",
           *         "disabled_at": "2026-06-08T10:20:00.000Z",
           *         "disabled_reason": "20 consecutive events failed",
           *         "missing_dismissed_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            webhook_endpoint: components['schemas']['WebhookEndpoint']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  dismissMissingEvents: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_endpoint": {
           *         "id": 1043,
           *         "url": "https://example.com/webhooks",
           *         "active": true,
           *         "status": "active",
           *         "secret_preview": "whsec_…Xy7q",
           *         "previous_secret_expires_at": "2026-06-08T10:20:00.000Z",
           *         "signature_format": "service",
           *         "include_message": true,
           *         "consecutive_failures": 0,
           *         "inactive_since": "2026-06-08T10:20:00.000Z",
           *         "disabled_at": "2026-06-08T10:20:00.000Z",
           *         "disabled_reason": "20 consecutive events failed",
           *         "missing_dismissed_at": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "updated_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            webhook_endpoint: components['schemas']['WebhookEndpoint']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  testWebhookConnection: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "connection_test": {
           *         "succeeded": true,
           *         "response_code": 200,
           *         "error_message": "connect_timeout",
           *         "response_head": "OK",
           *         "duration_ms": 87,
           *         "at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            connection_test: components['schemas']['WebhookConnectionTest']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  testWebhookEndpoint: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0"
           *     }
           */
          'application/json': {
            /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
            event_id: string
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running.endpoint_inactive']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getWebhookStats: {
    parameters: {
      query?: {
        /** @description A time like 30m, 24h or 7d, at most the retention */
        window?: string
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "stats": {
           *         "since": "2026-06-08T10:20:00.000Z",
           *         "events": {
           *           "emitted": 0,
           *           "skipped": 0,
           *           "delivered": 0,
           *           "failed": 0,
           *           "failed_now": 0,
           *           "skipped_now": 0,
           *           "recovered": 0,
           *           "pending": 0
           *         },
           *         "attempts": {
           *           "total": 0,
           *           "succeeded": 0,
           *           "failed": 0,
           *           "results": [
           *             {
           *               "result": "503",
           *               "count": 0
           *             }
           *           ],
           *           "periods": [
           *             {
           *               "start": "2026-06-08T10:20:00.000Z",
           *               "succeeded": 0,
           *               "failed": 0,
           *               "response_time_p95_ms": 0
           *             }
           *           ]
           *         },
           *         "response_time_ms": {
           *           "p50": 0,
           *           "p95": 0,
           *           "p99": 0
           *         },
           *         "missing": {
           *           "events": 0,
           *           "pending": 0,
           *           "since": "2026-06-08T10:20:00.000Z"
           *         },
           *         "failure_budget": {
           *           "used": 0,
           *           "limit": 0
           *         },
           *         "failing_since": "2026-06-08T10:20:00.000Z",
           *         "recent": {
           *           "attempts": 0,
           *           "failed": 0,
           *           "is_complete": true
           *         },
           *         "newest_failure": {
           *           "at": "2026-06-08T10:20:00.000Z",
           *           "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "response_code": 200,
           *           "error_message": "550 5.1.1 mailbox does not exist"
           *         },
           *         "oldest_pending_event": {
           *           "id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         },
           *         "next_retry_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            stats: components['schemas']['WebhookStats']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getWebhookHealth: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "health": {
           *         "attempts": 0,
           *         "succeeded": 0,
           *         "oldest_at": "2026-06-08T10:20:00.000Z",
           *         "response_time_ms": {
           *           "p50": 0,
           *           "p95": 0,
           *           "p99": 0
           *         },
           *         "failure_budget": {
           *           "used": 0,
           *           "limit": 0
           *         },
           *         "failing_since": "2026-06-08T10:20:00.000Z",
           *         "recent": {
           *           "attempts": 0,
           *           "failed": 0,
           *           "is_complete": true
           *         },
           *         "newest_failure": {
           *           "at": "2026-06-08T10:20:00.000Z",
           *           "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "response_code": 200,
           *           "error_message": "550 5.1.1 mailbox does not exist"
           *         }
           *       }
           *     }
           */
          'application/json': {
            health: components['schemas']['WebhookHealth']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listWebhookTestRequests: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "webhook_test_requests": [
           *         {
           *           "id": 1043,
           *           "received_at": "2026-06-08T10:20:00.000Z",
           *           "method": "POST",
           *           "url": "https://test-receiver.invalid/204",
           *           "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
           *           "headers": [
           *             {
           *               "name": "Mail",
           *               "value": "A-1"
           *             }
           *           ],
           *           "body": "Hello Ada, order A-1 is on its way.",
           *           "signature": {
           *             "verdict": "valid",
           *             "sentence": "The signature is valid: your secret signed exactly this body."
           *           },
           *           "response_status": 204
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            webhook_test_requests: components['schemas']['WebhookTestRequest'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  resendWebhookEvent: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "event_id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0"
           *     }
           */
          'application/json': {
            /** @example evt_01KABCDEFGHJKMNPQRSTVWXYZ0 */
            event_id: string
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running.endpoint_inactive.event_pending']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  startReplay: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-06-08T10:00:00Z",
         *       "until": "2026-06-08T12:00:00Z",
         *       "states": [
         *         "failed",
         *         "skipped"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ReplayRequest']
        'application/x-www-form-urlencoded': components['schemas']['ReplayRequest']
        'multipart/form-data': components['schemas']['ReplayRequest']
      }
    }
    responses: {
      /** @description Done */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "count": 0,
           *       "replay_id": 1043
           *     }
           */
          'application/json': {
            /**
             * @description The number of events to be queued
             * @example 0
             */
            count: number
            /**
             * Format: int64
             * @example 1043
             */
            replay_id: number
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.idempotency_key_running.endpoint_inactive.replay_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  countReplay: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-06-08T10:00:00Z",
         *       "until": "2026-06-08T12:00:00Z",
         *       "states": [
         *         "failed",
         *         "skipped"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ReplayRequest']
        'application/x-www-form-urlencoded': components['schemas']['ReplayRequest']
        'multipart/form-data': components['schemas']['ReplayRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "count": 0
           *     }
           */
          'application/json': {
            /**
             * @description At most 100000
             * @example 0
             */
            count: number
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listReplays: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "replays": [
           *         {
           *           "id": 1043,
           *           "status": "running",
           *           "since": "2026-06-08T10:20:00.000Z",
           *           "until": "2026-06-08T10:20:00.000Z",
           *           "states": [
           *             "pending"
           *           ],
           *           "types": [
           *             "delivery.scheduled"
           *           ],
           *           "total": 0,
           *           "done": 0,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "finished_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            replays: components['schemas']['Replay'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getReplay: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
        /** @example 1043 */
        replay_id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "replay": {
           *         "id": 1043,
           *         "status": "running",
           *         "since": "2026-06-08T10:20:00.000Z",
           *         "until": "2026-06-08T10:20:00.000Z",
           *         "states": [
           *           "pending"
           *         ],
           *         "types": [
           *           "delivery.scheduled"
           *         ],
           *         "total": 0,
           *         "done": 0,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "finished_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            replay: components['schemas']['Replay']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  cancelReplay: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
        /** @example 1043 */
        replay_id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "replay": {
           *         "id": 1043,
           *         "status": "running",
           *         "since": "2026-06-08T10:20:00.000Z",
           *         "until": "2026-06-08T10:20:00.000Z",
           *         "states": [
           *           "pending"
           *         ],
           *         "types": [
           *           "delivery.scheduled"
           *         ],
           *         "total": 0,
           *         "done": 0,
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "finished_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            replay: components['schemas']['Replay']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.not_cancelable.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listMails: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "mails": [
           *         {
           *           "id": 1043,
           *           "kind": "webhook_endpoint_failing",
           *           "subject": "Order A-1",
           *           "text": "Hello Ada, order A-1 is on its way.",
           *           "state": "waiting",
           *           "error_message": "no_mail_server",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "sent_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            mails: components['schemas']['Mail'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getAccount: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "account": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "limits": {
           *           "monthly_email_deliveries": 0,
           *           "monthly_push_deliveries": 0,
           *           "monthly_sms_deliveries": 0,
           *           "monthly_in_app_deliveries": 0
           *         },
           *         "usage": {
           *           "month": "2026-06",
           *           "monthly_email_deliveries": 0,
           *           "monthly_push_deliveries": 0,
           *           "monthly_sms_deliveries": 0,
           *           "monthly_in_app_deliveries": 0
           *         },
           *         "allowed_origins": [
           *           "text"
           *         ],
           *         "smtp_template_id": 1043
           *       }
           *     }
           */
          'application/json': {
            account: components['schemas']['Account']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateAccount: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "account": {
         *         "allowed_origins": [
         *           "https://app.example.com"
         *         ]
         *       }
         *     }
         */
        'application/json': {
          account: components['schemas']['AccountPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'application/x-www-form-urlencoded': {
          account: components['schemas']['AccountPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'multipart/form-data': {
          account: components['schemas']['AccountPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "account": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "limits": {
           *           "monthly_email_deliveries": 0,
           *           "monthly_push_deliveries": 0,
           *           "monthly_sms_deliveries": 0,
           *           "monthly_in_app_deliveries": 0
           *         },
           *         "usage": {
           *           "month": "2026-06",
           *           "monthly_email_deliveries": 0,
           *           "monthly_push_deliveries": 0,
           *           "monthly_sms_deliveries": 0,
           *           "monthly_in_app_deliveries": 0
           *         },
           *         "allowed_origins": [
           *           "text"
           *         ],
           *         "smtp_template_id": 1043
           *       }
           *     }
           */
          'application/json': {
            account: components['schemas']['Account']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listAuditEntries: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
        /** @description The part of `action` before the point */
        object?: components['schemas']['AuditObject']
        /** @example api_key:12 */
        actor?: string
        /** @example 2026-06-08T10:20:00Z */
        created_after?: string
        /** @example 2026-06-08T10:20:00Z */
        created_before?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "audit_log": [
           *         {
           *           "id": 1043,
           *           "action": "webhook_endpoint.disabled",
           *           "actor": "api_key:12",
           *           "actor_name": "Ada Lovelace",
           *           "at": "2026-06-08T10:20:00.000Z",
           *           "from": "203.0.113.7",
           *           "target": "webhook_endpoint:7",
           *           "details": {}
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            audit_log: components['schemas']['AuditEntry'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getOwnApiKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "api_key": {
           *         "id": 1043,
           *         "role": "full",
           *         "account_id": 1043
           *       }
           *     }
           */
          'application/json': {
            api_key: {
              /**
               * Format: int64
               * @example 1043
               */
              id: number
              /** @enum {string} */
              role: 'full' | 'send' | 'read'
              /**
               * Format: int64
               * @example 1043
               */
              account_id: number
            }
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listApiKeys: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "api_keys": [
           *         {
           *           "id": 1043,
           *           "name": "Mail",
           *           "role": "full",
           *           "last4": "Xy7q",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "last_used_at": "2026-06-08T10:20:00.000Z",
           *           "revoked_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            api_keys: components['schemas']['ApiKey'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createApiKey: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "api_key": {
         *         "name": "Production",
         *         "role": "full"
         *       },
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': {
          api_key: components['schemas']['ApiKeyInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'application/x-www-form-urlencoded': {
          api_key: components['schemas']['ApiKeyInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'multipart/form-data': {
          api_key: components['schemas']['ApiKeyInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "api_key": {
           *         "id": 1043,
           *         "name": "Mail",
           *         "role": "full",
           *         "last4": "Xy7q",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "last_used_at": "2026-06-08T10:20:00.000Z",
           *         "revoked_at": "2026-06-08T10:20:00.000Z",
           *         "key": "sk_9fK2mQ7xVb4TzR1cN8yHs5LwJd3GpA6eUoXk0iZqBtM"
           *       }
           *     }
           */
          'application/json': {
            api_key: components['schemas']['ApiKeyWithKey']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  revokeApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': components['schemas']['PasswordConfirmation']
        'application/x-www-form-urlencoded': components['schemas']['PasswordConfirmation']
        'multipart/form-data': components['schemas']['PasswordConfirmation']
      }
    }
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listMembers: {
    parameters: {
      query?: {
        /** @description Maximum number of rows in a page. A page also ends at 1 MiB */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "members": [
           *         {
           *           "id": 1043,
           *           "email": "ada@example.com",
           *           "name": "Ada",
           *           "role": "owner",
           *           "active": true,
           *           "invited_until": "2026-06-08T10:20:00.000Z",
           *           "created_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            members: components['schemas']['Member'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  createMember: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "member": {
         *         "email": "ada@example.com",
         *         "name": "Ada",
         *         "role": "owner"
         *       },
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': {
          member: components['schemas']['MemberInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'application/x-www-form-urlencoded': {
          member: components['schemas']['MemberInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'multipart/form-data': {
          member: components['schemas']['MemberInput']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "member": {
           *         "id": 1043,
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "role": "owner",
           *         "active": true,
           *         "invited_until": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z"
           *       },
           *       "invitation": {
           *         "url": "https://example.com/webhooks",
           *         "path": "/api/v1/messages",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "expires_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            member: components['schemas']['Member']
            invitation: {
              /**
               * @description Shown only once. Everyone with this link can sign in as the member. null: Set PUBLIC_URL to the address of the service, so that invitations have a link, then append the path
               * @example https://example.com/webhooks
               */
              url: string | null
              /**
               * @description The path of the page to accept the invitation, after the address of the service
               * @example /api/v1/messages
               */
              path: string
              /**
               * @description The token for `POST /api/v1/invitations/accept`
               * @example dGhpcyBpcyBhIHRva2Vu
               */
              token: string
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              expires_at: string
            }
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.email_taken.limit_reached.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getMember: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "member": {
           *         "id": 1043,
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "role": "owner",
           *         "active": true,
           *         "invited_until": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            member: components['schemas']['Member']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  deleteMember: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': components['schemas']['PasswordConfirmation']
        'application/x-www-form-urlencoded': components['schemas']['PasswordConfirmation']
        'multipart/form-data': components['schemas']['PasswordConfirmation']
      }
    }
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.last_owner']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateMember: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "member": {
         *         "name": "Ada",
         *         "role": "owner"
         *       },
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': {
          member: components['schemas']['MemberPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'application/x-www-form-urlencoded': {
          member: components['schemas']['MemberPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
        'multipart/form-data': {
          member: components['schemas']['MemberPatch']
          /**
           * @description Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
           * @example correct horse battery
           */
          current_password?: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "member": {
           *         "id": 1043,
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "role": "owner",
           *         "active": true,
           *         "invited_until": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            member: components['schemas']['Member']
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.last_owner']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  inviteMember: {
    parameters: {
      query?: never
      header?: {
        /** @description If you repeat a request with the same key within 24 hours, the service does nothing and returns the first response again, with the header Idempotency-Replayed: true. Error responses are not kept. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': components['schemas']['PasswordConfirmation']
        'application/x-www-form-urlencoded': components['schemas']['PasswordConfirmation']
        'multipart/form-data': components['schemas']['PasswordConfirmation']
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "member": {
           *         "id": 1043,
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "role": "owner",
           *         "active": true,
           *         "invited_until": "2026-06-08T10:20:00.000Z",
           *         "created_at": "2026-06-08T10:20:00.000Z"
           *       },
           *       "invitation": {
           *         "url": "https://example.com/webhooks",
           *         "path": "/api/v1/messages",
           *         "token": "dGhpcyBpcyBhIHRva2Vu",
           *         "expires_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            member: components['schemas']['Member']
            invitation: {
              /**
               * @description Shown only once. Everyone with this link can sign in as the member. null: Set PUBLIC_URL to the address of the service, so that invitations have a link, then append the path
               * @example https://example.com/webhooks
               */
              url: string | null
              /**
               * @description The path of the page to accept the invitation, after the address of the service
               * @example /api/v1/messages
               */
              path: string
              /**
               * @description The token for `POST /api/v1/invitations/accept`
               * @example dGhpcyBpcyBhIHRva2Vu
               */
              token: string
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              expires_at: string
            }
          }
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      409: components['responses']['409.member_active.idempotency_key_running']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field.idempotency_key_reused']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  confirmPassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "current_password": "correct horse battery"
         *     }
         */
        'application/json': components['schemas']['GivenPassword']
        'application/x-www-form-urlencoded': components['schemas']['GivenPassword']
        'multipart/form-data': components['schemas']['GivenPassword']
      }
    }
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.password_required.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  changePassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": {
         *         "current_password": "correct horse battery",
         *         "new_password": "another horse battery"
         *       }
         *     }
         */
        'application/json': {
          password: components['schemas']['PasswordChange']
        }
        'application/x-www-form-urlencoded': {
          password: components['schemas']['PasswordChange']
        }
        'multipart/form-data': {
          password: components['schemas']['PasswordChange']
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": 1043,
           *         "csrf_token": "c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg",
           *         "expires_at": "2026-06-08T10:20:00.000Z",
           *         "member": {
           *           "id": 1043,
           *           "email": "ada@example.com",
           *           "name": "Mail",
           *           "role": "owner"
           *         },
           *         "account": {
           *           "id": 1043,
           *           "name": "Mail"
           *         },
           *         "accounts": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "role": "owner"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            session: {
              /**
               * Format: int64
               * @example 1043
               */
              id: number
              /**
               * @description The value for the header X-CSRF-Token, required for all methods except GET and HEAD
               * @example c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg
               */
              csrf_token: string
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              expires_at: string
              member: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example ada@example.com */
                email: string
                /** @example Mail */
                name: string | null
                /** @enum {string} */
                role: 'owner' | 'developer' | 'viewer'
              }
              account: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example Mail */
                name: string
              }
              /** @description The accounts of the person, by name. `PUT /api/v1/session/account` switches to another account */
              accounts: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example Mail */
                name: string
                /** @enum {string} */
                role: 'owner' | 'developer' | 'viewer'
              }[]
            }
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  switchAccount: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_id": 1043
         *     }
         */
        'application/json': components['schemas']['AccountSwitch']
        'application/x-www-form-urlencoded': components['schemas']['AccountSwitch']
        'multipart/form-data': components['schemas']['AccountSwitch']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": 1043,
           *         "csrf_token": "c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg",
           *         "expires_at": "2026-06-08T10:20:00.000Z",
           *         "member": {
           *           "id": 1043,
           *           "email": "ada@example.com",
           *           "name": "Mail",
           *           "role": "owner"
           *         },
           *         "account": {
           *           "id": 1043,
           *           "name": "Mail"
           *         },
           *         "accounts": [
           *           {
           *             "id": 1043,
           *             "name": "Mail",
           *             "role": "owner"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': {
            session: {
              /**
               * Format: int64
               * @example 1043
               */
              id: number
              /**
               * @description The value for the header X-CSRF-Token, required for all methods except GET and HEAD
               * @example c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg
               */
              csrf_token: string
              /**
               * Format: date-time
               * @example 2026-06-08T10:20:00.000Z
               */
              expires_at: string
              member: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example ada@example.com */
                email: string
                /** @example Mail */
                name: string | null
                /** @enum {string} */
                role: 'owner' | 'developer' | 'viewer'
              }
              account: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example Mail */
                name: string
              }
              /** @description The accounts of the person, by name. `PUT /api/v1/session/account` switches to another account */
              accounts: {
                /**
                 * Format: int64
                 * @example 1043
                 */
                id: number
                /** @example Mail */
                name: string
                /** @enum {string} */
                role: 'owner' | 'developer' | 'viewer'
              }[]
            }
          }
        }
      }
      400: components['responses']['400.malformed_body.missing_root_key.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listSessions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "sessions": [
           *         {
           *           "id": 1043,
           *           "current": true,
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "last_used_at": "2026-06-08T10:20:00.000Z",
           *           "expires_at": "2026-06-08T10:20:00.000Z",
           *           "from": "203.0.113.7",
           *           "user_agent": "Mozilla/5.0"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            sessions: components['schemas']['ListedSession'][]
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  endSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        id: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. The response has no body */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.missing_api_key.invalid_api_key.session_ended']
      403: components['responses']['403.forbidden.csrf_failed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  listInboxMessages: {
    parameters: {
      query?: {
        /** @description active (the default): all that are not archived; unseen and unread: of these */
        status?: 'active' | 'unseen' | 'unread' | 'archived'
        /** @description Maximum number of rows in a page */
        limit?: number
        /** @description The next_cursor of the previous page */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "inbox_messages": [
           *         {
           *           "message_id": 1043,
           *           "delivery_id": 1043,
           *           "title": "Order A-1",
           *           "body": "Hello Ada, order A-1 is on its way.",
           *           "url": "https://example.com/webhooks",
           *           "topic": "order_updates",
           *           "created_at": "2026-06-08T10:20:00.000Z",
           *           "seen_at": "2026-06-08T10:20:00.000Z",
           *           "read_at": "2026-06-08T10:20:00.000Z",
           *           "archived_at": "2026-06-08T10:20:00.000Z"
           *         }
           *       ],
           *       "next_cursor": "MTc4MDkxNDAwMDAwMC40Mg"
           *     }
           */
          'application/json': {
            inbox_messages: components['schemas']['InboxMessage'][]
            /** @example MTc4MDkxNDAwMDAwMC40Mg */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.invalid_recipient_token']
      403: components['responses']['403.origin_not_allowed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateAllInboxMessages: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "seen": true
         *     }
         */
        'application/json': components['schemas']['InboxChange']
        'application/x-www-form-urlencoded': components['schemas']['InboxChange']
        'multipart/form-data': components['schemas']['InboxChange']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "counts": {
           *         "unseen": 0,
           *         "unread": 0
           *       }
           *     }
           */
          'application/json': {
            counts: components['schemas']['InboxCounts']
          }
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.invalid_recipient_token']
      403: components['responses']['403.origin_not_allowed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  countInboxMessages: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "counts": {
           *         "unseen": 0,
           *         "unread": 0
           *       }
           *     }
           */
          'application/json': {
            counts: components['schemas']['InboxCounts']
          }
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.invalid_recipient_token']
      403: components['responses']['403.origin_not_allowed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateInboxMessage: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example 1043 */
        message_id: number
      }
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "read": true
         *     }
         */
        'application/json': components['schemas']['InboxMessageChange']
        'application/x-www-form-urlencoded': components['schemas']['InboxMessageChange']
        'multipart/form-data': components['schemas']['InboxMessageChange']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "inbox_message": {
           *         "message_id": 1043,
           *         "delivery_id": 1043,
           *         "title": "Order A-1",
           *         "body": "Hello Ada, order A-1 is on its way.",
           *         "url": "https://example.com/webhooks",
           *         "topic": "order_updates",
           *         "created_at": "2026-06-08T10:20:00.000Z",
           *         "seen_at": "2026-06-08T10:20:00.000Z",
           *         "read_at": "2026-06-08T10:20:00.000Z",
           *         "archived_at": "2026-06-08T10:20:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            inbox_message: components['schemas']['InboxMessage']
          }
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.invalid_recipient_token']
      403: components['responses']['403.origin_not_allowed']
      404: components['responses']['404.not_found']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  getInboxPreferences: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preferences": [
           *         {
           *           "topic": "order_updates",
           *           "label": "Order updates",
           *           "required": true,
           *           "channel_type": "email",
           *           "enabled": true,
           *           "changed_at": "2026-06-08T10:20:00.000Z",
           *           "source": "api"
           *         }
           *       ],
           *       "paused": true,
           *       "quiet_hours": {
           *         "from": "22:00",
           *         "until": "22:00"
           *       },
           *       "time_zone": "Europe/Vienna",
           *       "preferences_url": "https://tidings.example.com/preferences/Zk3v"
           *     }
           */
          'application/json': components['schemas']['RecipientPreferences']
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.invalid_recipient_token']
      403: components['responses']['403.origin_not_allowed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  updateInboxPreferences: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. No text and no name may contain a NUL character, at any depth. Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: `utf8`, `authenticity_token`, `commit`, `_method`, `controller`, `action`, `format`. A form may have other fields of its page there, but no field of the root key. A body without a root key may have only `utf8`, `authenticity_token`, `commit`, `_method` beside its fields. All else is refused with 422. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "preferences": [
         *         {
         *           "topic": "order_updates",
         *           "channel_type": "in_app",
         *           "enabled": false
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['PreferencesInput']
        'application/x-www-form-urlencoded': components['schemas']['PreferencesInput']
        'multipart/form-data': components['schemas']['PreferencesInput']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "preferences": [
           *         {
           *           "topic": "order_updates",
           *           "label": "Order updates",
           *           "required": true,
           *           "channel_type": "email",
           *           "enabled": true,
           *           "changed_at": "2026-06-08T10:20:00.000Z",
           *           "source": "api"
           *         }
           *       ],
           *       "paused": true,
           *       "quiet_hours": {
           *         "from": "22:00",
           *         "until": "22:00"
           *       },
           *       "time_zone": "Europe/Vienna",
           *       "preferences_url": "https://tidings.example.com/preferences/Zk3v"
           *     }
           */
          'application/json': components['schemas']['RecipientPreferences']
        }
      }
      400: components['responses']['400.malformed_body.malformed_request']
      401: components['responses']['401.invalid_recipient_token']
      403: components['responses']['403.origin_not_allowed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      415: components['responses']['415.unsupported_media_type']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  streamInbox: {
    parameters: {
      query?: {
        /** @description The recipient token */
        token?: string
        /** @description The id of the last event */
        last_event_id?: string
      }
      header?: {
        'last-event-id'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      400: components['responses']['400.malformed_request']
      401: components['responses']['401.invalid_recipient_token']
      403: components['responses']['403.origin_not_allowed']
      408: components['responses']['408.request_timeout']
      413: components['responses']['413.body_too_large']
      417: components['responses']['417.expectation_failed']
      422: components['responses']['422.invalid.unknown_field']
      429: components['responses']['429.rate_limited']
      431: components['responses']['431.headers_too_large']
      500: components['responses']['500.internal']
      503: components['responses']['503.overloaded.unavailable']
    }
  }
  receiveEvent: {
    parameters: {
      query?: never
      header: {
        /** @description With the signature format `service` or `both`. `t` is the time in Unix seconds, `v1` the HMAC-SHA256 of `<t>.<body>` with the secret of the endpoint. During the overlap of a rotation there are two `v1` */
        'X-Service-Signature'?: string
        /** @description With the signature format `standard` or `both`. The id of the event */
        'webhook-id'?: string
        /** @description With the signature format `standard` or `both`. The time in Unix seconds */
        'webhook-timestamp'?: string
        /** @description With the signature format `standard` or `both`. `v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` in base64, for each secret, with a blank between them */
        'webhook-signature'?: string
        /** @description The type of the event */
        'X-Service-Event': string
        /** @description The id of the event */
        'X-Service-Event-Id': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01KABCDEFGHJKMNPQRSTVWXYZ0",
         *       "type": "delivery.sent",
         *       "created_at": "2026-06-08T10:20:01Z",
         *       "data": {
         *         "delivery": {
         *           "id": 1043,
         *           "status": "sent",
         *           "error_message": null,
         *           "sent_at": "2026-06-08T10:20:01.000Z",
         *           "failed_at": null,
         *           "delivered_at": null,
         *           "opened_at": null,
         *           "created_at": "2026-06-08T10:20:00.000Z",
         *           "updated_at": "2026-06-08T10:20:01.000Z",
         *           "message_id": 1042,
         *           "friendly_error_message": null,
         *           "limit_feature_key": null,
         *           "notification_channel": {
         *             "id": 42,
         *             "name": "Mail",
         *             "channel_type": "email"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['Event']
      }
    }
    responses: {
      /** @description The event is sent again later */
      408: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, after the time in Retry-After */
      429: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is received: it is not sent again */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Redirects are not followed: the event is sent again later */
      '3XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver refuses the event: it is not sent again, and counts as failed */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}

/** Codes that the API answers with; later versions may know more. */
export type ErrorCode =
  | 'body_too_large'
  | 'conflict'
  | 'csrf_failed'
  | 'draft_changed'
  | 'email_taken'
  | 'endpoint_disabled'
  | 'endpoint_exists'
  | 'endpoint_inactive'
  | 'endpoint_paused'
  | 'event_pending'
  | 'expectation_failed'
  | 'forbidden'
  | 'headers_too_large'
  | 'idempotency_key_reused'
  | 'idempotency_key_running'
  | 'internal'
  | 'invalid'
  | 'invalid_api_key'
  | 'invalid_credentials'
  | 'invalid_recipient_token'
  | 'last_owner'
  | 'limit_reached'
  | 'malformed_body'
  | 'malformed_request'
  | 'member_active'
  | 'missing_api_key'
  | 'missing_root_key'
  | 'name_taken'
  | 'not_cancelable'
  | 'not_found'
  | 'not_retrying'
  | 'not_scheduled'
  | 'origin_not_allowed'
  | 'overloaded'
  | 'partial_in_use'
  | 'password_required'
  | 'rate_limited'
  | 'render_budget'
  | 'replay_running'
  | 'request_timeout'
  | 'resend_running'
  | 'session_ended'
  | 'suppression_exists'
  | 'template_limit'
  | 'topic_in_use'
  | 'unavailable'
  | 'unknown_field'
  | 'unsupported_media_type'
  | 'url_invalid'
  | 'url_not_https'
  | 'url_not_public'
  | 'url_too_long'
  | 'url_unresolvable'
  | 'version_changed'
