// Printed by npm run generate from the statements and the migrated schema.
import type { AttachedChannel } from '../src/core/rendering/texts.ts'
import type { ChannelSettings } from '../src/core/providers/provider.ts'
import type { EventState } from '../src/core/events/state.ts'
import type { FieldErrors } from '../src/platform/errors.ts'
import type { PartialLocale } from '../src/core/rendering/partials.ts'
import type { ResendFilters } from '../src/features/send-again/queries.ts'
import type { StoredChoice } from '../src/core/recipients/preferences/preferences.ts'
import type { TopicLocale } from '../src/core/recipients/topic.ts'

declare module '../src/platform/db/sql.ts' {
  interface Statements {
    'accounts.any': { values: []; row: { id: number } }
    'accounts.find': { values: [bucket: number, id: number]; row: { id: number; name: string; createdAt: number } }
    'accounts.find_smtp_template': { values: [bucket: number, id: number]; row: { smtpTemplateId: number | null } }
    'accounts.insert': {
      values: [bucket: number, id: number, name: string, createdAt: string]
      row: { id: number; name: string; createdAt: number }
    }
    'accounts.list': { values: [rows: number]; row: { id: number; name: string } }
    'accounts.lock_first_start': { values: []; row: { version: number } }
    'accounts.next_id': { values: []; row: { id: number } }
    'accounts.rename': { values: [bucket: number, id: number, name: string]; row: { id: number } }
    'accounts.set_smtp_template': {
      values: [bucket: number, id: number, smtpTemplateId: number | null]
      row: { id: number }
    }
    'actors.names': {
      values: [bucket: number, accountId: number, id: readonly number[], id4: readonly number[]]
      row: { actor: string; name: string }
    }
    'allowed_origins.read': { values: [bucket: number, accountId: number]; row: { origin: string } }
    'allowed_origins.replace': { values: [bucket: number, accountId: number]; row: { origin: string } }
    'api_keys.count': { values: [bucket: number, accountId: number, rows: number]; row: { count: number } }
    'api_keys.find_callers': {
      values: [value1: readonly Buffer[]]
      row: { keyHash: Buffer; bucket: number; accountId: number; id: number; role: 'full' | 'send' | 'read' }
    }
    'api_keys.insert': {
      values: [
        keyHash: Buffer,
        bucket: number,
        accountId: number,
        name: string,
        role: 'full' | 'send' | 'read',
        last4: string,
        createdAt: string,
      ]
      row: {
        id: number
        name: string
        role: 'full' | 'send' | 'read'
        last4: string
        createdAt: number
        lastUsedAt: number | null
        revokedAt: number | null
      }
    }
    'api_keys.list': {
      values: [bucket: number, accountId: number, value3: string | null, value4: number | null, rows: number]
      row: {
        id: number
        name: string
        role: 'full' | 'send' | 'read'
        last4: string
        createdAt: number
        lastUsedAt: number | null
        revokedAt: number | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'api_keys.revoke': {
      values: [bucket: number, accountId: number, id: number, revokedAt: string | null]
      row: {
        id: number
        name: string
        role: string
        last4: string
        createdAt: number
        lastUsedAt: number | null
        revokedAt: number | null
        revokedNow: boolean
      }
    }
    'api_keys.touch': { values: []; row: { id: number } }
    'audit_log.insert': { values: []; row: { id: number } }
    'audit_log.list': {
      values: [
        bucket: number,
        accountId: number,
        at: string | null,
        id: number | null,
        rows: number,
        value6: string | null,
        actor: string | null,
        at8: string,
        at9: string,
      ]
      row: {
        id: number
        action: string
        actor: string
        createdAt: number
        origin: string | null
        target: string | null
        details: Record<string, unknown>
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'buckets.ask_to_leave': { values: [bucket: number, value2: number | null]; row: { bucket: number } }
    'buckets.check_source': {
      values: []
      row: {
        version: number | null
        walLevel: string
        slots: number
        senders: number
        mayReplicate: boolean
        mayPublish: boolean | null
      }
    }
    'buckets.check_target': {
      values: []
      row: { version: number | null; workers: number; origins: number; maySubscribe: boolean }
    }
    'buckets.count_accounts': { values: []; row: { bucket: number; count: number } }
    'buckets.count_events': { values: []; row: { bucket: number; count: number } }
    'buckets.delete_move': { values: [bucket: number]; row: { bucket: number } }
    'buckets.estimate_rows': { values: []; row: { bucket: number; count: number } }
    'buckets.insert_accounts': {
      values: [
        bucket: number,
        value2: readonly number[],
        value3: readonly string[] | null,
        value4: readonly string[] | null,
      ]
      row: { id: number }
    }
    'buckets.insert_move': { values: [bucket: number, fromServer: string, toServer: string]; row: { bucket: number } }
    'buckets.keep_lease': { values: [bucket: number]; row: { bucket: number } }
    'buckets.offer_lease': { values: [bucket: number, owner: string | null]; row: { bucket: number } }
    'buckets.read_accounts': { values: [bucket: number]; row: { id: number; name: string; createdAt: string } }
    'buckets.read_copy_state': {
      values: [subname: string]
      row: { ready: number; tables: number; rows: number; errors: number }
    }
    'buckets.read_lag': {
      values: [slotName: string, confirmedFlushLsn: string]
      row: { bytes: number; isLost: boolean | null; isApplied: boolean }
    }
    'buckets.read_lease': { values: [bucket: number]; row: { owner: string | null; isFree: boolean } }
    'buckets.read_moves': {
      values: []
      row: {
        bucket: number
        fromServer: string
        toServer: string
        phase: 'copying' | 'switching' | 'adopting' | 'cleaning' | 'undoing'
      }
    }
    'buckets.read_place': { values: [bucket: number]; row: { server: string } }
    'buckets.read_places_on': { values: [server: string]; row: { bucket: number } }
    'buckets.read_position': { values: []; row: { lsn: string } }
    'buckets.read_slot': { values: [slotName: string]; row: { slot: string; hasSlot: boolean } }
    'buckets.read_subscribed': { values: [subname: string]; row: { isThere: boolean } }
    'buckets.set_phase': {
      values: [bucket: number, phase: 'copying' | 'switching' | 'adopting' | 'cleaning' | 'undoing']
      row: { bucket: number }
    }
    'buckets.set_place': { values: [bucket: number, server: string]; row: { bucket: number } }
    'channels.count': { values: [bucket: number, accountId: number, rows: number]; row: { count: number } }
    'channels.delete': {
      values: [bucket: number, accountId: number, id: number, updatedAt: string]
      row: { id: number; name: string }
    }
    'channels.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        name: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        provider: string
        settings: ChannelSettings
        encryptedSettings: string | null
        active: boolean
        trackOpens: boolean
        maxConcurrency: number | null
        maxPerSecond: number | null
        fallbackChannelIds: number[]
        resendAfterTimeout: boolean
        failingSince: number | null
        failingCause: string | null
        createdAt: number
        updatedAt: number
      }
    }
    'channels.find_fallback_user': {
      values: [bucket: number, accountId: number, value3: number]
      row: { name: string }
    }
    'channels.find_fallbacks': {
      values: [bucket: number, accountId: number, id: readonly number[]]
      row: { id: number; channelType: 'email' | 'push' | 'sms' | 'in_app'; fallbackChannelIds: number[] }
    }
    'channels.insert': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        name: string,
        channelType: 'email' | 'push' | 'sms' | 'in_app',
        provider: string,
        settings: string,
        encryptedSettings: string | null,
        active: boolean,
        updatedAt: string,
        maxConcurrency: number | null,
        maxPerSecond: number | null,
        trackOpens: boolean,
        fallbackChannelIds: readonly number[],
        resendAfterTimeout: boolean,
      ]
      row: {
        id: number
        name: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        provider: string
        settings: ChannelSettings
        encryptedSettings: string | null
        active: boolean
        trackOpens: boolean
        maxConcurrency: number | null
        maxPerSecond: number | null
        fallbackChannelIds: number[]
        resendAfterTimeout: boolean
        failingSince: number | null
        failingCause: string | null
        createdAt: number
        updatedAt: number
      }
    }
    'channels.keep': {
      values: [bucket: number, accountId: number, id: readonly number[]]
      row: { id: number; channelType: 'email' | 'push' | 'sms' | 'in_app' }
    }
    'channels.list': {
      values: [
        bucket: number,
        accountId: number,
        name: string | null,
        value4: string | null,
        value5: number | null,
        rows: number,
      ]
      row: {
        id: number
        name: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        provider: string
        settings: ChannelSettings
        encryptedSettings: string | null
        active: boolean
        trackOpens: boolean
        maxConcurrency: number | null
        maxPerSecond: number | null
        fallbackChannelIds: number[]
        resendAfterTimeout: boolean
        failingSince: number | null
        failingCause: string | null
        createdAt: number
        updatedAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'channels.lock': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        name: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        provider: string
        settings: ChannelSettings
        encryptedSettings: string | null
        active: boolean
        trackOpens: boolean
        maxConcurrency: number | null
        maxPerSecond: number | null
        fallbackChannelIds: number[]
        resendAfterTimeout: boolean
        failingSince: number | null
        failingCause: string | null
        createdAt: number
        updatedAt: number
      }
    }
    'channels.next_id': { values: []; row: { id: number } }
    'channels.read_encrypted_settings': {
      values: [bucket: number, value2: number, value3: number | null, rows: number]
      row: { accountId: number; id: number; stored: string }
    }
    'channels.replace_encrypted_settings': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        encryptedSettings: string,
        encryptedSettings5: string | null,
      ]
      row: { id: number }
    }
    'channels.turn': {
      values: [bucket: number, accountId: number, id: number, failingCause: string | null, value5: string | null]
      row: { id: number }
    }
    'channels.update': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        name: string,
        provider: string,
        settings: string,
        encryptedSettings: string | null,
        active: boolean,
        updatedAt: string,
        maxConcurrency: number | null,
        maxPerSecond: number | null,
        trackOpens: boolean,
        fallbackChannelIds: readonly number[],
        resendAfterTimeout: boolean,
      ]
      row: {
        id: number
        name: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        provider: string
        settings: ChannelSettings
        encryptedSettings: string | null
        active: boolean
        trackOpens: boolean
        maxConcurrency: number | null
        maxPerSecond: number | null
        fallbackChannelIds: number[]
        resendAfterTimeout: boolean
        failingSince: number | null
        failingCause: string | null
        createdAt: number
        updatedAt: number
      }
    }
    'database.is_read_only': { values: []; row: { isReadOnly: boolean } }
    'database.session': {
      values: [name: readonly string[]]
      row: { keepsNames: boolean; settings: unknown; alterRole: string }
    }
    'database.time': { values: []; row: { nowMs: number } }
    'deliveries.blank': { values: []; row: { id: number } }
    'deliveries.expand_messages': {
      values: [bucket: number, accountId: number, value3: readonly number[]]
      row: {
        messageId: number
        renderedSubject: string
        templateId: number
        recipientId: number
        priority: 'high' | 'low' | null
        sendAt: number | null
      }
    }
    'deliveries.expand_templates': {
      values: [bucket: number, accountId: number, id: readonly number[]]
      row: { id: number; name: string }
    }
    'deliveries.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        bucket: number
        accountId: number
        id: number
        messageId: number
        recipientId: number
        channelId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        scheduledAt: number | null
        queuedAt: number | null
        retryingAt: number | null
        sentAt: number | null
        failedAt: number | null
        deliveredAt: number | null
        bouncedAt: number | null
        openedAt: number | null
        canceledAt: number | null
        errorMessage: string | null
        friendlyErrorMessage: string | null
        limitFeatureKey: string | null
        providerMessageId: string | null
        createdAt: number
        updatedAt: number
        reference: string | null
        metadata: string | null
        channelName: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
      }
    }
    'deliveries.find_about': {
      values: [bucket: number, accountId: number, id: number, deliveryId: number, channelId: number]
      row: {
        sendAt: number | null
        templateId: number
        email: string | null
        phone: string | null
        dueAt: number | null
        sendsMade: number | null
        sendsUnspent: number | null
        hasDevice: boolean
        attachments: string | null
        hasAttachments: boolean
        recipientDeleted: boolean
        templateDeleted: boolean
        channelIsLive: boolean
      }
    }
    'deliveries.find_failed_of_message': {
      values: [bucket: number, accountId: number, messageId: number]
      row: {
        bucket: number
        accountId: number
        id: number
        messageId: number
        recipientId: number
        channelId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        scheduledAt: number | null
        queuedAt: number | null
        retryingAt: number | null
        sentAt: number | null
        failedAt: number | null
        deliveredAt: number | null
        bouncedAt: number | null
        openedAt: number | null
        canceledAt: number | null
        errorMessage: string | null
        friendlyErrorMessage: string | null
        limitFeatureKey: string | null
        providerMessageId: string | null
        createdAt: number
        updatedAt: number
        reference: string | null
        metadata: string | null
        channelName: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
      }
    }
    'deliveries.find_ids_of_message': {
      values: [bucket: number, accountId: number, id: number]
      row: { ids: number[] }
    }
    'deliveries.find_recent_failures': {
      values: [bucket: number, accountId: number, value3: readonly number[]]
      row: {
        bucket: number
        accountId: number
        id: number
        messageId: number
        recipientId: number
        channelId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        scheduledAt: number | null
        queuedAt: number | null
        retryingAt: number | null
        sentAt: number | null
        failedAt: number | null
        deliveredAt: number | null
        bouncedAt: number | null
        openedAt: number | null
        canceledAt: number | null
        errorMessage: string | null
        friendlyErrorMessage: string | null
        limitFeatureKey: string | null
        providerMessageId: string | null
        createdAt: number
        updatedAt: number
        reference: string | null
        metadata: string | null
        channelName: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        shownSubject: string | null
        shownTemplateId: number | null
        shownRecipientId: number | null
        shownPriority: 'high' | 'low' | null
        shownSendAt: number | null
        messageBytes: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'deliveries.find_reported': {
      values: []
      row: {
        accountId: number
        id: number
        channelId: number
        createdAt: number
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        providerMessageId: string | null
        recipientErased: boolean
        copies: unknown
        sentTo: string | null
      }
    }
    'deliveries.find_scheduled_of_channel': {
      values: [bucket: number, accountId: number, channelId: number, rows: number]
      row: { id: number; restDispatches: boolean }
    }
    'deliveries.find_scheduled_of_recipient': {
      values: [bucket: number, accountId: number, recipientId: number, rows: number]
      row: { id: number }
    }
    'deliveries.find_scheduled_of_template': {
      values: [bucket: number, accountId: number, templateId: number, channelId: readonly number[], rows: number]
      row: { id: number; restDispatches: boolean }
    }
    'deliveries.find_sends_of_message': {
      values: [bucket: number, accountId: number, messageId: number]
      row: {
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        createdAt: number
        sendAt: number | null
        dueAt: number
        sendsMade: number
      }
    }
    'deliveries.find_unopened': { values: []; row: { bucket: number; accountId: number; id: number } }
    'deliveries.find_unsent_of_recipient': {
      values: [bucket: number, accountId: number, recipientId: number, value4: string, value5: string]
      row: { id: number }
    }
    'deliveries.find_waiting': { values: []; row: { deliveryId: number } }
    'deliveries.insert': { values: []; row: never }
    'deliveries.list': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: number | null,
        rows: number,
        rows6: number,
        createdAt: string,
        createdAt8: string,
        status: readonly string[] | null,
        channelId: number | null,
        channelType: string | null,
        updatedAt: string | null,
        updatedAt13: string | null,
        templateId: number | null,
        end: string | null,
        name: string | null,
        value17: boolean | null,
      ]
      row:
        | {
            bucket: number
            accountId: number
            id: number
            messageId: number
            recipientId: number
            channelId: number
            status:
              | 'canceled'
              | 'opened'
              | 'bounced'
              | 'delivered'
              | 'failed'
              | 'sent'
              | 'retrying'
              | 'queued'
              | 'scheduled'
            scheduledAt: number | null
            queuedAt: number | null
            retryingAt: number | null
            sentAt: number | null
            failedAt: number | null
            deliveredAt: number | null
            bouncedAt: number | null
            openedAt: number | null
            canceledAt: number | null
            errorMessage: string | null
            friendlyErrorMessage: string | null
            limitFeatureKey: string | null
            providerMessageId: string | null
            createdAt: number
            updatedAt: number
            reference: string | null
            metadata: string | null
            channelName: string
            channelType: 'email' | 'push' | 'sms' | 'in_app'
            shownSubject: string | null
            shownTemplateId: number | null
            shownRecipientId: number | null
            shownPriority: 'high' | 'low' | null
            shownSendAt: number | null
            messageBytes: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            bucket: null
            accountId: null
            id: null
            messageId: null
            recipientId: null
            channelId: null
            status: null
            scheduledAt: null
            queuedAt: null
            retryingAt: null
            sentAt: null
            failedAt: null
            deliveredAt: null
            bouncedAt: null
            openedAt: null
            canceledAt: null
            errorMessage: null
            friendlyErrorMessage: null
            limitFeatureKey: null
            providerMessageId: null
            createdAt: null
            updatedAt: null
            reference: null
            metadata: null
            channelName: null
            channelType: null
            shownSubject: null
            shownTemplateId: null
            shownRecipientId: null
            shownPriority: null
            shownSendAt: null
            messageBytes: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'deliveries.list_of_message': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: number | null,
        rows: number,
        rows6: number,
        createdAt: string,
        createdAt8: string,
        status: readonly string[] | null,
        channelId: number | null,
        channelType: string | null,
        updatedAt: string | null,
        updatedAt13: string | null,
        templateId: number | null,
        end: string | null,
        name: string | null,
        value17: boolean | null,
        recipientId: number | null,
        reference: string | null,
        messageId: number,
      ]
      row:
        | {
            bucket: number
            accountId: number
            id: number
            messageId: number
            recipientId: number
            channelId: number
            status:
              | 'canceled'
              | 'opened'
              | 'bounced'
              | 'delivered'
              | 'failed'
              | 'sent'
              | 'retrying'
              | 'queued'
              | 'scheduled'
            scheduledAt: number | null
            queuedAt: number | null
            retryingAt: number | null
            sentAt: number | null
            failedAt: number | null
            deliveredAt: number | null
            bouncedAt: number | null
            openedAt: number | null
            canceledAt: number | null
            errorMessage: string | null
            friendlyErrorMessage: string | null
            limitFeatureKey: string | null
            providerMessageId: string | null
            createdAt: number
            updatedAt: number
            reference: string | null
            metadata: string | null
            channelName: string
            channelType: 'email' | 'push' | 'sms' | 'in_app'
            shownSubject: string | null
            shownTemplateId: number | null
            shownRecipientId: number | null
            shownPriority: 'high' | 'low' | null
            shownSendAt: number | null
            messageBytes: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            bucket: null
            accountId: null
            id: null
            messageId: null
            recipientId: null
            channelId: null
            status: null
            scheduledAt: null
            queuedAt: null
            retryingAt: null
            sentAt: null
            failedAt: null
            deliveredAt: null
            bouncedAt: null
            openedAt: null
            canceledAt: null
            errorMessage: null
            friendlyErrorMessage: null
            limitFeatureKey: null
            providerMessageId: null
            createdAt: null
            updatedAt: null
            reference: null
            metadata: null
            channelName: null
            channelType: null
            shownSubject: null
            shownTemplateId: null
            shownRecipientId: null
            shownPriority: null
            shownSendAt: null
            messageBytes: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'deliveries.list_of_recipient': {
      values: [
        bucket: number,
        accountId: number,
        createdAt: string,
        value4: number | null,
        rows: number,
        rows6: number,
        createdAt7: string,
        createdAt8: string,
        status: readonly string[] | null,
        channelId: number | null,
        channelType: string | null,
        updatedAt: string | null,
        updatedAt13: string | null,
        templateId: number | null,
        end: string | null,
        name: string | null,
        value17: boolean | null,
        recipientId: number,
      ]
      row:
        | {
            bucket: number
            accountId: number
            id: number
            messageId: number
            recipientId: number
            channelId: number
            status:
              | 'canceled'
              | 'opened'
              | 'bounced'
              | 'delivered'
              | 'failed'
              | 'sent'
              | 'retrying'
              | 'queued'
              | 'scheduled'
            scheduledAt: number | null
            queuedAt: number | null
            retryingAt: number | null
            sentAt: number | null
            failedAt: number | null
            deliveredAt: number | null
            bouncedAt: number | null
            openedAt: number | null
            canceledAt: number | null
            errorMessage: string | null
            friendlyErrorMessage: string | null
            limitFeatureKey: string | null
            providerMessageId: string | null
            createdAt: number
            updatedAt: number
            reference: string | null
            metadata: string | null
            channelName: string
            channelType: 'email' | 'push' | 'sms' | 'in_app'
            shownSubject: string | null
            shownTemplateId: number | null
            shownRecipientId: number | null
            shownPriority: 'high' | 'low' | null
            shownSendAt: number | null
            messageBytes: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            bucket: null
            accountId: null
            id: null
            messageId: null
            recipientId: null
            channelId: null
            status: null
            scheduledAt: null
            queuedAt: null
            retryingAt: null
            sentAt: null
            failedAt: null
            deliveredAt: null
            bouncedAt: null
            openedAt: null
            canceledAt: null
            errorMessage: null
            friendlyErrorMessage: null
            limitFeatureKey: null
            providerMessageId: null
            createdAt: null
            updatedAt: null
            reference: null
            metadata: null
            channelName: null
            channelType: null
            shownSubject: null
            shownTemplateId: null
            shownRecipientId: null
            shownPriority: null
            shownSendAt: null
            messageBytes: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'deliveries.list_of_reference': {
      values: [
        value1: number | null,
        value2: number | null,
        value3: string,
        value4: number | null,
        rows: number,
        rows6: number,
        createdAt: string,
        createdAt8: string,
        status: readonly string[] | null,
        channelId: number | null,
        channelType: string | null,
        updatedAt: string | null,
        updatedAt13: string | null,
        templateId: number | null,
        end: string | null,
        name: string | null,
        value17: boolean | null,
        recipientId: number | null,
        reference: string | null,
      ]
      row:
        | {
            bucket: number
            accountId: number
            id: number
            messageId: number
            recipientId: number
            channelId: number
            status:
              | 'canceled'
              | 'opened'
              | 'bounced'
              | 'delivered'
              | 'failed'
              | 'sent'
              | 'retrying'
              | 'queued'
              | 'scheduled'
            scheduledAt: number | null
            queuedAt: number | null
            retryingAt: number | null
            sentAt: number | null
            failedAt: number | null
            deliveredAt: number | null
            bouncedAt: number | null
            openedAt: number | null
            canceledAt: number | null
            errorMessage: string | null
            friendlyErrorMessage: string | null
            limitFeatureKey: string | null
            providerMessageId: string | null
            createdAt: number
            updatedAt: number
            reference: string | null
            metadata: string | null
            channelName: string
            channelType: 'email' | 'push' | 'sms' | 'in_app'
            shownSubject: string | null
            shownTemplateId: number | null
            shownRecipientId: number | null
            shownPriority: 'high' | 'low' | null
            shownSendAt: number | null
            messageBytes: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            bucket: null
            accountId: null
            id: null
            messageId: null
            recipientId: null
            channelId: null
            status: null
            scheduledAt: null
            queuedAt: null
            retryingAt: null
            sentAt: null
            failedAt: null
            deliveredAt: null
            bouncedAt: null
            openedAt: null
            canceledAt: null
            errorMessage: null
            friendlyErrorMessage: null
            limitFeatureKey: null
            providerMessageId: null
            createdAt: null
            updatedAt: null
            reference: null
            metadata: null
            channelName: null
            channelType: null
            shownSubject: null
            shownTemplateId: null
            shownRecipientId: null
            shownPriority: null
            shownSendAt: null
            messageBytes: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'deliveries.lock': {
      values: []
      row: {
        bucket: number
        accountId: number
        id: number
        messageId: number
        recipientId: number
        channelId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        scheduledAt: number | null
        queuedAt: number | null
        retryingAt: number | null
        sentAt: number | null
        failedAt: number | null
        deliveredAt: number | null
        bouncedAt: number | null
        openedAt: number | null
        canceledAt: number | null
        errorMessage: string | null
        friendlyErrorMessage: string | null
        limitFeatureKey: string | null
        providerMessageId: string | null
        createdAt: number
        updatedAt: number
        reference: string | null
        metadata: string | null
        channelName: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        recipientErased: boolean
      }
    }
    'deliveries.lock_of_message': {
      values: [bucket: number, accountId: number, messageId: number]
      row: {
        bucket: number
        accountId: number
        id: number
        messageId: number
        recipientId: number
        channelId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        scheduledAt: number | null
        queuedAt: number | null
        retryingAt: number | null
        sentAt: number | null
        failedAt: number | null
        deliveredAt: number | null
        bouncedAt: number | null
        openedAt: number | null
        canceledAt: number | null
        errorMessage: string | null
        friendlyErrorMessage: string | null
        limitFeatureKey: string | null
        providerMessageId: string | null
        createdAt: number
        updatedAt: number
        reference: string | null
        metadata: string | null
        channelName: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
      }
    }
    'deliveries.lock_of_messages': {
      values: []
      row: {
        id: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
      }
    }
    'deliveries.move_sends': {
      values: [bucket: number, accountId: number, value3: readonly number[], dueAt: string]
      row: { deliveryId: number; channelId: number; priority: number }
    }
    'deliveries.release_sends': {
      values: [now: string, retried: boolean]
      row: { bucket: number; accountId: number; deliveryId: number; channelId: number; priority: number }
    }
    'deliveries.write_facts': { values: []; row: never }
    'delivery_counts.add': { values: []; row: never }
    'delivery_counts.add_up': {
      values: [
        sixHours: string | null,
        days: string | null,
        sixHoursOfGroups: string | null,
        daysOfGroups: string | null,
      ]
      row: never
    }
    'delivery_counts.find_channel_names': {
      values: [bucket: number, accountId: number, id: readonly number[]]
      row: { id: number; name: string }
    }
    'delivery_counts.find_channel_times': {
      values: [bucket: number, accountId: number, id: readonly number[]]
      row: { id: number; createdAt: number; failingSince: number | null; failingCause: string | null }
    }
    'delivery_counts.find_failures': {
      values: [bucket: number, accountId: number, value3: readonly number[]]
      row: {
        id: number
        channelId: number
        errorMessage: string | null
        limitFeatureKey: string | null
        updatedAt: number
      }
    }
    'delivery_counts.find_template_names': {
      values: [bucket: number, accountId: number, id: readonly number[]]
      row: { id: number; name: string }
    }
    'delivery_counts.list_first': {
      values: [
        bucket: number,
        accountId: number,
        value3: readonly number[],
        value4: readonly string[] | null,
        value5: readonly string[] | null,
        value6: readonly number[] | null,
        rows: number,
      ]
      row: {
        channelId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        errorMessage: string | null
        limitFeatureKey: string | null
        createdAt: number
      }
    }
    'delivery_counts.list_newest': {
      values: [bucket: number, accountId: number, createdAt: string, id: number, rows: number]
      row: {
        channelId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        errorMessage: string | null
        limitFeatureKey: string | null
      }
    }
    'delivery_counts.list_of_channels': {
      values: [bucket: number, accountId: number, value: readonly string[], start: string, start5: string, rows: number]
      row: {
        start: number
        value: string
        scheduled: number
        queued: number
        sent: number
        failed: number
        delivered: number
        bounced: number
        opened: number
        canceled: number
        unreachable: number
        newestFailure: number | null
      }
    }
    'delivery_counts.list_totals': {
      values: [bucket: number, accountId: number, start: string, start4: string]
      row: {
        start: number
        scheduled: number
        queued: number
        sent: number
        failed: number
        delivered: number
        bounced: number
        opened: number
        canceled: number
      }
    }
    'delivery_counts.read_deliveries': {
      values: []
      row: {
        accountId: number
        id: number
        createdAt: number
        channelId: number
        templateId: number
        resendId: number | null
      }
    }
    'delivery_counts.remove_before': {
      values: [bucket: readonly number[], start: string, rows: number]
      row: { start: number }
    }
    'delivery_counts.remove_from': { values: []; row: never }
    'delivery_counts.sum_groups': {
      values: [bucket: number, accountId: number, groupedBy: string, start: string, start5: string, rows: number]
      row: {
        value: string
        scheduled: number
        queued: number
        sent: number
        failed: number
        delivered: number
        bounced: number
        opened: number
        canceled: number
        unreachable: number
        oldest: number
        rows: number
      }
    }
    'devices.delete': {
      values: [bucket: number, accountId: number, recipientId: number, id: number]
      row: { id: number }
    }
    'devices.delete_dead': { values: []; row: { id: number } }
    'devices.find': {
      values: [bucket: number, accountId: number, recipientId: number, id: number]
      row: {
        id: number
        recipientId: number
        platform: 'fcm' | 'apns' | 'web_push' | 'expo'
        token: string | null
        subscription: Record<string, unknown> | null
        createdAt: number
        updatedAt: number
      }
    }
    'devices.insert': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        platform: 'fcm' | 'apns' | 'web_push' | 'expo',
        token: string | null,
        subscription: string | null,
        updatedAt: string,
      ]
      row: {
        id: number
        recipientId: number
        platform: 'fcm' | 'apns' | 'web_push' | 'expo'
        token: string | null
        subscription: Record<string, unknown> | null
        createdAt: number
        updatedAt: number
      }
    }
    'devices.list': {
      values: [bucket: number, accountId: number, recipientId: number]
      row: {
        id: number
        recipientId: number
        platform: 'fcm' | 'apns' | 'web_push' | 'expo'
        token: string | null
        subscription: Record<string, unknown> | null
        createdAt: number
        updatedAt: number
      }
    }
    'devices.update': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        id: number,
        platform: 'fcm' | 'apns' | 'web_push' | 'expo',
        token: string | null,
        subscription: string | null,
        updatedAt: string,
      ]
      row: {
        id: number
        recipientId: number
        platform: 'fcm' | 'apns' | 'web_push' | 'expo'
        token: string | null
        subscription: Record<string, unknown> | null
        createdAt: number
        updatedAt: number
      }
    }
    'dispatch.hold_leases': {
      values: [owner: string, bucket: readonly number[]]
      row: { bucket: number; epoch: number }
    }
    'dispatch.notify': { values: [value1: string | null, value2: string | null]; row: { sent: unknown } }
    'dispatch.read_balance': {
      values: [id: string, value2: number, bucket: readonly number[]]
      row: { free: number; others: number }
    }
    'dispatch.release_buckets': { values: [owner: string, bucket: readonly number[]]; row: { bucket: number } }
    'dispatch.remove_process': { values: [id: string]; row: { id: string } }
    'dispatch.renew_buckets': {
      values: [id: string, roles: readonly string[], value3: number]
      row: { buckets: number[]; leaving: number[]; others: number }
    }
    'dispatch.take_buckets': {
      values: [owner: string | null, value2: number | null, rows: number, bucket: readonly number[]]
      row: { bucket: number; epoch: number; wasLeft: boolean }
    }
    'dispatch.void_leases': { values: []; row: { bucket: number } }
    'erasures.find': {
      values: [bucket: number, accountId: number, recipientId: number]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        requestedAt: number
        afterAt: string
        afterId: number
        messages: number
        deliveries: number
        finishedAt: number | null
        dueAt: number | null
      }
    }
    'erasures.find_due': {
      values: [bucket: readonly number[], dueAt: string, rows: number]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        requestedAt: number
        afterAt: string
        afterId: number
        messages: number
        deliveries: number
        finishedAt: number | null
        dueAt: number | null
      }
    }
    'erasures.insert': {
      values: [bucket: number, accountId: number, recipientId: number, dueAt: string | null]
      row: { recipientId: number }
    }
    'erasures.lock': {
      values: [bucket: number, accountId: number, recipientId: number, dueAt: string]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        requestedAt: number
        afterAt: string
        afterId: number
        messages: number
        deliveries: number
        finishedAt: number | null
        dueAt: number | null
      }
    }
    'erasures.save': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        afterAt: string,
        afterId: number,
        messages: number,
        deliveries: number,
        finishedAt: string | null,
        dueAt: string | null,
      ]
      row: { recipientId: number }
    }
    'event_counts.add': { values: []; row: never }
    'event_counts.begin_positions': { values: []; row: never }
    'event_counts.find_accounts': {
      values: [id: string, value2: number, value3: number | null, rows: number]
      row: { bucket: number; accountId: number }
    }
    'event_counts.find_failed_deliveries': { values: [bucket: number, accountId: number]; row: { id: number } }
    'event_counts.list': {
      values: [bucket: number, accountId: number, hour: string]
      row: { hour: number; type: string; events: number }
    }
    'event_counts.remove_before': { values: []; row: never }
    'event_counts.save_positions': { values: []; row: never }
    'event_counts.scan': {
      values: [rowsMax: number]
      row: {
        bucket: number
        accountId: number
        id: string
        type: string
        deliveryId: number | null
        createdAt: number
        tx: string
        outcomeBefore: string | null
        outcomeAfter: string | null
      }
    }
    'event_counts.take_positions': {
      values: []
      row: {
        bucket: number
        accountId: number
        tx: string
        eventId: string
        fromAt: number
        failedDeliveryIds: number[]
        countedFrom: number
        storedTx: string | null
      }
    }
    'events.any_in_range_after': {
      values: [bucket: number, accountId: number, value3: string, value4: string | null, id: string, id6: string]
      row: { found: boolean }
    }
    'events.deliveries_of_recipient': {
      values: [
        bucket: number,
        accountId: number,
        createdAt: string,
        value4: number | null,
        recipientId: number,
        rows: number,
      ]
      row: { id: number; createdAt: number }
    }
    'events.find': {
      values: [bucket: number, accountId: number, eventId: string, rows: number]
      row: {
        id: string
        type: string
        createdAt: number
        state: 'pending' | 'dropped' | 'delivered' | 'failed' | 'skipped'
        attemptsMade: number
        nextAttemptAt: number | null
        body: string
        stateReason: string | null
        attempts: unknown
      }
    }
    'events.find_messages': {
      values: []
      row: { accountId: number; id: number; externalUserId: string | null; messageTemplateName: string }
    }
    'events.find_storing_transaction': { values: [bucket: number, accountId: number, id: string]; row: { tx: string } }
    'events.insert': {
      values: []
      row: {
        bucket: number
        accountId: number
        endpointId: number
        eventId: string
        queued: boolean
        includeMessage: boolean
      }
    }
    'events.list_attempts_of_delivery': {
      values: [
        bucket: number,
        accountId: number,
        value3: readonly string[],
        rows: number,
        eventId: string,
        value6: string,
      ]
      row: {
        eventId: string
        number: number
        succeeded: boolean
        responseCode: number | null
        errorMessage: string | null
        durationMs: number
        createdAt: number
      }
    }
    'events.list_of_delivery': {
      values: [bucket: number, accountId: number, deliveryId: number, id: string]
      row: {
        id: string
        type: string
        createdAt: number
        source: 'api' | 'member' | 'dispatcher' | 'provider' | 'pixel' | 'operator'
        state: 'pending' | 'dropped' | 'delivered' | 'failed' | 'skipped'
        stateReason: string | null
      }
    }
    'events.read_feed_end': { values: []; row: { tx: string } }
    'events.read_personal': {
      values: [bucket: number, accountId: number, value3: readonly number[], id: string, rows: number]
      row: { id: string; body: string }
    }
    'events.scan': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: string | null,
        id: string,
        type: string | null,
        state: string | null,
        rows: number,
      ]
      row: {
        id: string
        type: string
        createdAt: number
        state: 'pending' | 'dropped' | 'delivered' | 'failed' | 'skipped'
        attemptsMade: number
        nextAttemptAt: number | null
        tx: string
        matches: boolean
        body: string | null
      }
    }
    'events.scan_delivery': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: string | null,
        id: string,
        type: string | null,
        state: string | null,
        rows: number,
        deliveryId: number,
      ]
      row: {
        id: string
        type: string
        createdAt: number
        state: 'pending' | 'dropped' | 'delivered' | 'failed' | 'skipped'
        attemptsMade: number
        nextAttemptAt: number | null
        tx: string
        matches: boolean
        body: string | null
      }
    }
    'events.scan_entries': {
      values: [bucket: number, accountId: number, value3: string, value4: string | null, id: string, rows: number]
      row: { id: string; type: string; deliveryId: number | null; createdAt: number; tx: string }
    }
    'events.scan_newest': {
      values: [
        bucket: number,
        accountId: number,
        id: string,
        id4: string,
        id5: string,
        type: string | null,
        state: string | null,
        rows: number,
      ]
      row: {
        id: string
        type: string
        createdAt: number
        state: 'pending' | 'dropped' | 'delivered' | 'failed' | 'skipped'
        attemptsMade: number
        nextAttemptAt: number | null
        tx: string
        matches: boolean
        body: string | null
      }
    }
    'events.scan_newest_of_deliveries': {
      values: [
        bucket: number,
        accountId: number,
        id: string,
        id4: string,
        id5: string,
        type: string | null,
        state: string | null,
        rows: number,
        value9: readonly number[],
        deliveryId: number,
      ]
      row: {
        id: string
        type: string
        createdAt: number
        state: 'pending' | 'dropped' | 'delivered' | 'failed' | 'skipped'
        attemptsMade: number
        nextAttemptAt: number | null
        tx: string
        matches: boolean
        body: string | null
        place: number | null
      }
    }
    'events.scan_newest_of_delivery': {
      values: [
        bucket: number,
        accountId: number,
        id: string,
        id4: string,
        id5: string,
        type: string | null,
        state: string | null,
        rows: number,
        deliveryId: number,
      ]
      row: {
        id: string
        type: string
        createdAt: number
        state: 'pending' | 'dropped' | 'delivered' | 'failed' | 'skipped'
        attemptsMade: number
        nextAttemptAt: number | null
        tx: string
        matches: boolean
        body: string | null
      }
    }
    'events.write_bodies': { values: [lowestId: string, highestId: string]; row: { id: string } }
    'export.attachments': {
      values: [bucket: number, accountId: number, value3: readonly number[], value4: string, value5: number | null]
      row: {
        pageKey: string | null
        pageNumber: number
        messageId: number
        filename: string
        contentType: string
        contentId: string | null
        content: string | null
        createdAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.attempts': {
      values: [
        bucket: number,
        accountId: number,
        value3: readonly number[],
        value4: string,
        value5: number | null,
        id: string,
      ]
      row: {
        pageKey: string
        pageNumber: number
        eventId: string
        webhookEndpointId: number
        number: number
        succeeded: boolean
        responseCode: number | null
        errorMessage: string | null
        durationMs: number
        responseHead: string | null
        createdAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.deliveries': {
      values: [bucket: number, accountId: number, value3: readonly number[], value4: string, value5: number | null]
      row: {
        pageKey: string | null
        pageNumber: number
        id: number
        messageId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        notificationChannel: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        scheduledAt: number | null
        queuedAt: number | null
        retryingAt: number | null
        sentAt: number | null
        failedAt: number | null
        deliveredAt: number | null
        bouncedAt: number | null
        openedAt: number | null
        canceledAt: number | null
        errorMessage: string | null
        friendlyErrorMessage: string | null
        limitFeatureKey: string | null
        providerMessageId: string | null
        createdAt: number
        updatedAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.delivery_reports': {
      values: [bucket: number, accountId: number, value3: readonly number[], value4: string, value5: number | null]
      row: {
        pageKey: string | null
        pageNumber: number
        deliveryId: number | null
        createdAt: number
        cause: string | null
        source: string | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.events': {
      values: [
        bucket: number,
        accountId: number,
        value3: readonly number[],
        value4: string,
        value5: number | null,
        id: string,
      ]
      row: {
        pageKey: string
        pageNumber: number
        id: string
        type: string
        deliveryId: number | null
        createdAt: number
        source: 'api' | 'member' | 'dispatcher' | 'provider' | 'pixel' | 'operator'
        body: string
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.inbox_messages': {
      values: [bucket: number, accountId: number, value3: readonly number[], value4: string, value5: number | null]
      row: {
        pageKey: string | null
        pageNumber: number
        messageId: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.messages': {
      values: [bucket: number, accountId: number, value3: readonly number[], value4: string, value5: number | null]
      row: {
        pageKey: string | null
        pageNumber: number
        id: number
        messageTemplateId: number
        actorId: number | null
        renderedSubject: string
        renderedBody: string
        channelTexts: string | null
        attributes: string
        topicId: number | null
        critical: boolean
        skippedChannels: string | null
        locale: string | null
        reference: string | null
        metadata: string | null
        attachments: string | null
        sendAt: number | null
        seenAt: number | null
        deliveredAt: number | null
        canceledAt: number | null
        createdAt: number
        updatedAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.recipient': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        locale: string | null
        timeZone: string | null
        attributes: Record<string, unknown>
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        createdAt: number
        updatedAt: number
        deletedAt: number | null
      }
    }
    'export.sandbox_messages': {
      values: [bucket: number, accountId: number, value3: readonly number[], value4: string, value5: number | null]
      row: {
        pageKey: string | null
        pageNumber: number
        deliveryId: number
        number: number
        sentTo: string
        subject: string
        body: string
        at: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.sends': {
      values: [bucket: number, accountId: number, value3: readonly number[], value4: string, value5: number | null]
      row: {
        pageKey: string | null
        pageNumber: number
        deliveryId: number
        number: number
        startedAt: number
        durationMs: number
        result: 'accepted' | 'rate_limited' | 'transient' | 'permanent'
        cause: string | null
        providerMessageId: string | null
        sentTo: string | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'export.suppressions': {
      values: [value1: number | null, value2: number | null, value3: string | null, value4: string | null]
      row: {
        id: number
        channelType: 'email' | 'sms'
        address: string
        reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
        deliveryId: number | null
        createdAt: number
      }
    }
    'former_webhook_urls.remove': {
      values: [bucket: readonly number[], replacedAt: string, rows: number]
      row: { number: number }
    }
    'health.read': { values: []; row: { nowMs: number; version: number; oldestVersion: number } }
    'idempotency.blank_batches': {
      values: [bucket: number, accountId: number, value3: number, rows: number]
      row: { key: string }
    }
    'idempotency.fill': {
      values: [
        bucket: number,
        accountId: number,
        key: string,
        status: number,
        body: string,
        recipientIds: readonly number[] | null,
      ]
      row: { key: string }
    }
    'idempotency.find': {
      values: [bucket: number, accountId: number, key: string, createdAt: string]
      row: { status: number; body: string }
    }
    'idempotency.find_fingerprints': { values: [keptSince: string]; row: { position: number; fingerprint: Buffer } }
    'idempotency.remove': { values: [value1: readonly number[], createdAt: string, rows: number]; row: { key: string } }
    'idempotency.remove_of_anyone': { values: [bucket: number, accountId: number, rows: number]; row: { key: string } }
    'idempotency.remove_of_recipient': {
      values: [bucket: number, accountId: number, value3: number, rows: number]
      row: { key: string }
    }
    'idempotency.store': { values: [now: string, keptSince: string]; row: { accountId: number; key: string } }
    'ids.take': { values: [value1: string | null, value2: number | null]; row: { ids: string } }
    'inbox.count': { values: []; row: { accountId: number; recipientId: number; unseen: number; unread: number } }
    'inbox.find_signer': {
      values: [bucket: number, accountId: number, id: number, id4: number, origin: string | null]
      row: { secret: string; originAllowed: boolean }
    }
    'inbox.find_signers': { values: []; row: { accountId: number; keyId: number; recipientId: number } }
    'inbox.insert': { values: []; row: { accountId: number; deliveryId: number } }
    'inbox.list_active': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string | null,
        value5: number | null,
        rows: number,
      ]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'inbox.list_archived': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string | null,
        value5: number | null,
        rows: number,
      ]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'inbox.list_unread': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string | null,
        value5: number | null,
        rows: number,
      ]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'inbox.list_unseen': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string | null,
        value5: number | null,
        rows: number,
      ]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'inbox.lock': {
      values: [bucket: number, accountId: number, recipientId: number, messageId: number]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
      }
    }
    'inbox.lock_active': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string,
        value5: number | null,
        rows: number,
      ]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
      }
    }
    'inbox.lock_of_message': {
      values: [bucket: number, accountId: number, messageId: number]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
      }
    }
    'inbox.lock_unread': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string,
        value5: number | null,
        rows: number,
      ]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
      }
    }
    'inbox.lock_unseen': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string,
        value5: number | null,
        rows: number,
      ]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
      }
    }
    'inbox.mark_fetched': {
      values: [now: string | null]
      row: { bucket: number; accountId: number; deliveryId: number }
    }
    'inbox.mark_messages_seen': { values: [now: string]; row: never }
    'inbox.read': {
      values: []
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: number
        deliveryId: number
        title: string
        body: string
        url: string | null
        topic: string | null
        createdAt: number
        fetchedAt: number | null
        seenAt: number | null
        readAt: number | null
        archivedAt: number | null
      }
    }
    'inbox.remove': { values: []; row: { messageId: number } }
    'inbox.write_states': { values: []; row: never }
    'inbox_changes.insert': { values: []; row: never }
    'inbox_changes.read_end': { values: []; row: { database: string; tx: string } }
    'inbox_changes.scan_buckets': {
      values: [afterTx: string, afterId: string | null, lowest: string, rows: number]
      row: {
        endTx: string
        bucket: number | null
        accountId: number | null
        recipientId: number | null
        id: string | null
        kind: 'message' | 'change' | 'seen_all' | 'read_all' | 'archived_all' | null
        messageId: number | null
        at: number | null
        tx: string | null
      }
    }
    'inbox_changes.scan_inbox': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string,
        value5: string | null,
        id: string,
        rows: number,
      ]
      row: {
        bucket: number
        accountId: number
        recipientId: number
        id: string
        kind: 'message' | 'change' | 'seen_all' | 'read_all' | 'archived_all'
        messageId: number | null
        at: number
        tx: string
      }
    }
    'invitations.describe': {
      values: [bucket: number, accountId: number, tokenHash: Buffer, expiresAt: string]
      row: {
        accountName: string
        email: string
        role: 'owner' | 'developer' | 'viewer'
        inviter: string | null
        expiresAt: number
      }
    }
    'invitations.find': {
      values: [bucket: number, accountId: number, tokenHash: Buffer, expiresAt: string]
      row: { memberId: number; email: string }
    }
    'invitations.replace': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        tokenHash: Buffer,
        createdAt: string,
        expiresAt: string,
        inviterId: number | null,
      ]
      row: { memberId: number }
    }
    'invitations.take': {
      values: [bucket: number, accountId: number, tokenHash: Buffer, expiresAt: string]
      row: { memberId: number }
    }
    'limits.read': {
      values: [bucket: number, accountId: number, value3: readonly string[], month: string]
      row: { channelType: string; monthlyMax: number | null; deliveries: number }
    }
    'limits.set': { values: [bucket: number, accountId: number]; row: { channelType: string } }
    'limits.take': {
      values: [month: string]
      row: { accountId: number; channelType: 'email' | 'push' | 'sms' | 'in_app'; granted: number }
    }
    'mails.list': {
      values: [bucket: number, accountId: number, value3: string | null, value4: number | null, rows: number]
      row: {
        bucket: number
        accountId: number
        id: number
        kind:
          | 'webhook_endpoint_failing'
          | 'webhook_endpoint_disabled'
          | 'notification_channel_failing'
          | 'notification_channel_recovered'
        details: Record<string, unknown>
        createdAt: number
        tries: number
        dueAt: number | null
        sentAt: number | null
        errorMessage: string | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'mails.list_owner_emails': { values: [bucket: number, accountId: number, rows: number]; row: { email: string } }
    'mails.settle': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        dueAt: string | null,
        sentAt: string | null,
        errorMessage: string | null,
      ]
      row: { id: number }
    }
    'mails.take_due': {
      values: [dueAt: string, dueAt2: string | null, rows: number, bucket: readonly number[]]
      row: {
        bucket: number
        accountId: number
        id: number
        kind:
          | 'webhook_endpoint_failing'
          | 'webhook_endpoint_disabled'
          | 'notification_channel_failing'
          | 'notification_channel_recovered'
        details: Record<string, unknown>
        createdAt: number
        tries: number
      }
    }
    'members.activate': {
      values: [bucket: number, accountId: number, id: number, personId: number | null, value5: string | null]
      row: { id: number }
    }
    'members.any_other_owner': { values: [bucket: number, accountId: number, id: number]; row: { found: boolean } }
    'members.count': { values: [bucket: number, accountId: number, rows: number]; row: { count: number } }
    'members.delete': { values: [bucket: number, accountId: number, id: number]; row: { id: number } }
    'members.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        email: string
        name: string | null
        role: 'owner' | 'developer' | 'viewer'
        personId: number | null
        createdAt: number
        invitedUntil: number | null
      }
    }
    'members.find_by_email': { values: [bucket: number, accountId: number, email: string]; row: { id: number } }
    'members.find_password_hash': {
      values: [bucket: number, accountId: number, id: number]
      row: { email: string; passwordHash: string }
    }
    'members.insert': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        email: string,
        name: string | null,
        role: 'owner' | 'developer' | 'viewer',
        createdAt: string,
      ]
      row: { id: number }
    }
    'members.list': {
      values: [bucket: number, accountId: number, value3: string | null, value4: number | null, rows: number]
      row: {
        id: number
        email: string
        name: string | null
        role: 'owner' | 'developer' | 'viewer'
        personId: number | null
        createdAt: number
        invitedUntil: number | null
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'members.lock': { values: [bucket: number, accountId: number, id: number]; row: { id: number } }
    'members.lock_account': { values: [bucket: number, id: number]; row: { id: number } }
    'members.next_id': { values: []; row: { id: number } }
    'members.update': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        role: 'owner' | 'developer' | 'viewer',
        name: string | null,
      ]
      row: { id: number }
    }
    'message_attachments.find': {
      values: [bucket: number, accountId: number, messageId: number]
      row: { filename: string; contentType: string; contentId: string | null; content: Buffer }
    }
    'message_attachments.insert': { values: []; row: never }
    'message_attachments.list_unneeded': {
      values: [bucket: readonly number[], createdAt: string, rows: number]
      row: { bucket: number; accountId: number; messageId: number }
    }
    'message_attachments.remove': { values: []; row: { messageId: number } }
    'message_resends.add_found': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        cursor: string,
        cursor5: string | null,
        value6: readonly number[],
        hasMore: boolean,
        value8: string | null,
      ]
      row: { total: number }
    }
    'message_resends.cancel': {
      values: [bucket: number, accountId: number, id: number, finishedAt: string | null]
      row: {
        id: number
        filters: ResendFilters | null
        cursor: string | null
        total: number
        sent: number
        notFailed: number
        cannotArrive: number
        refused: number
        hasMore: boolean
        createdAt: number
        finishedAt: number | null
        canceled: boolean
      }
    }
    'message_resends.count_ended': {
      values: [
        bucket: number,
        accountId: number,
        resendId: number,
        value4: number | null,
        value5: number | null,
        value6: number | null,
        value7: number | null,
        value8: string | null,
      ]
      row: { id: number }
    }
    'message_resends.count_ready': {
      values: [bucket: number, accountId: number, dueAt: string, rows: number]
      row: { ready: number }
    }
    'message_resends.find_deliveries': {
      values: [bucket: number, accountId: number, value3: readonly number[]]
      row: {
        messageId: number
        channelId: number
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        cause: string
        email: string | null
        phone: string | null
        hasDevice: boolean
        sentTo: string | null
        hasAttachments: boolean
      }
    }
    'message_resends.find_failed': {
      values: [bucket: number, accountId: number, value3: readonly number[]]
      row: { id: number }
    }
    'message_resends.find_filtered': {
      values: [bucket: number, accountId: number, id: number | null, id4: number | null, id5: number | null]
      row: { recipient: boolean; channel: boolean; template: boolean }
    }
    'message_resends.find_running': { values: [bucket: number, accountId: number]; row: { id: number } }
    'message_resends.insert': {
      values: [
        bucket: number,
        accountId: number,
        actor: string,
        filters: string | null,
        cursor: string | null,
        createdAt: string,
        value7: readonly number[],
      ]
      row: {
        id: number
        filters: ResendFilters | null
        cursor: string | null
        total: number
        sent: number
        notFailed: number
        cannotArrive: number
        refused: number
        hasMore: boolean
        createdAt: number
        finishedAt: number | null
        canceled: boolean
      }
    }
    'message_resends.list': {
      values: [bucket: number, accountId: number, value3: string | null, value4: number | null, rows: number]
      row: {
        id: number
        filters: ResendFilters | null
        cursor: string | null
        total: number
        sent: number
        notFailed: number
        cannotArrive: number
        refused: number
        hasMore: boolean
        createdAt: number
        finishedAt: number | null
        canceled: boolean
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'message_resends.list_running': {
      values: [value1: number, value2: number | null, value3: number | null, rows: number]
      row: {
        bucket: number
        accountId: number
        id: number
        actor: string
        filters: ResendFilters | null
        cursor: string | null
        total: number
      }
    }
    'message_resends.next_items': {
      values: [bucket: number, accountId: number, resendId: number, rows: number]
      row: { messageId: number }
    }
    'message_resends.search': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: number | null,
        rows: number,
        rows6: number,
        status: readonly string[] | null,
        end: string | null,
        recipientId: number | null,
        channelId: number | null,
        channelType: string | null,
        value12: number | null,
        createdAt: string,
        createdAt14: string,
      ]
      row: { reachedAt: number | null; reachedId: number | null; ids: number[] }
    }
    'message_resends.show': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        filters: ResendFilters | null
        cursor: string | null
        total: number
        sent: number
        notFailed: number
        cannotArrive: number
        refused: number
        hasMore: boolean
        createdAt: number
        finishedAt: number | null
        canceled: boolean
      }
    }
    'message_resends.sum_outcomes': {
      values: [bucket: number, accountId: number, start: string, rows: number, value: readonly string[]]
      row: { id: number; waiting: number; sent: number; delivered: number; failed: number; canceled: number }
    }
    'message_resends.take_items': {
      values: [bucket: number, accountId: number, id: number, messageId: readonly number[]]
      row: { messageId: number }
    }
    'message_resends.trim': { values: [bucket: number, accountId: number, value3: number | null]; row: { id: number } }
    'messages.blank': { values: []; row: { id: number } }
    'messages.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        accountId: number
        recipientId: number
        templateId: number
        actorId: number | null
        subject: string
        body: string
        bodyFormat: 'html' | 'text'
        locale: string | null
        attachments: string | null
        renderedSubject: string
        renderedBody: string
        channelTexts: string | null
        attributes: string
        critical: boolean
        skippedChannels: string | null
        sendAt: number | null
        seenAt: number | null
        deliveredAt: number | null
        canceledAt: number | null
        createdAt: number
        updatedAt: number
        reference: string | null
        metadata: string | null
        priority: 'high' | 'low' | null
        deliveries: unknown
      }
    }
    'messages.find_live': {
      values: [deliveryId: number, deliveryId2: number, sendAt: string, rows: number]
      row: { buckets: number[] | null; accountIds: number[] | null; ids: number[] | null; bytes: number }
    }
    'messages.find_sent_again': {
      values: [bucket: number, accountId: number, value3: readonly number[]]
      row: { id: number; sentAgainAs: number | null; againOf: number | null }
    }
    'messages.insert': { values: []; row: never }
    'messages.list': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: number | null,
        rows: number,
        rows6: number,
        templateId: number | null,
        name: string | null,
        value9: boolean | null,
        createdAt: string,
        createdAt11: string,
        recipientId: number | null,
        value13: number | null,
        reference: string | null,
        status: readonly string[] | null,
      ]
      row:
        | {
            id: number
            accountId: number
            recipientId: number
            templateId: number
            actorId: number | null
            subject: string
            body: string
            bodyFormat: 'html' | 'text'
            locale: string | null
            attachments: string | null
            renderedSubject: string
            renderedBody: string
            channelTexts: string | null
            attributes: string
            critical: boolean
            skippedChannels: string | null
            sendAt: number | null
            seenAt: number | null
            deliveredAt: number | null
            canceledAt: number | null
            createdAt: number
            updatedAt: number
            reference: string | null
            metadata: string | null
            priority: 'high' | 'low' | null
            deliveries: unknown
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            id: null
            accountId: null
            recipientId: null
            templateId: null
            actorId: null
            subject: null
            body: null
            bodyFormat: null
            locale: null
            attachments: null
            renderedSubject: null
            renderedBody: null
            channelTexts: null
            attributes: null
            critical: null
            skippedChannels: null
            sendAt: null
            seenAt: null
            deliveredAt: null
            canceledAt: null
            createdAt: null
            updatedAt: null
            reference: null
            metadata: null
            priority: null
            deliveries: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'messages.list_new': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: number | null,
        rows: number,
        rows6: number,
        sendAt: string,
        recipientId: number,
      ]
      row:
        | {
            id: number
            accountId: number
            recipientId: number
            templateId: number
            actorId: number | null
            subject: string
            body: string
            bodyFormat: 'html' | 'text'
            locale: string | null
            attachments: string | null
            renderedSubject: string
            renderedBody: string
            channelTexts: string | null
            attributes: string
            critical: boolean
            skippedChannels: string | null
            sendAt: number | null
            seenAt: number | null
            deliveredAt: number | null
            canceledAt: number | null
            createdAt: number
            updatedAt: number
            reference: string | null
            metadata: string | null
            priority: 'high' | 'low' | null
            deliveries: unknown
            found: number
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            id: null
            accountId: null
            recipientId: null
            templateId: null
            actorId: null
            subject: null
            body: null
            bodyFormat: null
            locale: null
            attachments: null
            renderedSubject: null
            renderedBody: null
            channelTexts: null
            attributes: null
            critical: null
            skippedChannels: null
            sendAt: null
            seenAt: null
            deliveredAt: null
            canceledAt: null
            createdAt: null
            updatedAt: null
            reference: null
            metadata: null
            priority: null
            deliveries: null
            found: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'messages.lock': {
      values: [bucket: number, accountId: number, id: number]
      row: { sendAt: number | null; seenAt: number | null; deliveredAt: number | null; canceledAt: number | null }
    }
    'messages.record_sent_again': { values: []; row: { messageId: number } }
    'messages.remove_sent_again': {
      values: [bucket: readonly number[], at: string, rows: number]
      row: { messageId: number }
    }
    'messages.write_times': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        value4: string | null,
        value5: string | null,
        value6: string | null,
        value7: string | null,
        updatedAt: string,
      ]
      row: { id: number }
    }
    'partial_uses.replace': {
      values: [bucket: number, accountId: number, partialId: number, value4: readonly number[]]
      row: never
    }
    'partial_versions.insert': {
      values: [
        bucket: number,
        accountId: number,
        partialId: number,
        version: number,
        text: string,
        locales: string,
        createdAt: string,
      ]
      row: { version: number }
    }
    'partial_versions.list': {
      values: [bucket: number, accountId: number, partialId: number, value4: number | null, rows: number]
      row: { version: number; text: string; locales: PartialLocale[]; createdAt: number; found: number }
    }
    'partial_versions.load': {
      values: []
      row: { accountId: number; partialId: number; version: number; text: string; locales: PartialLocale[] }
    }
    'partials.count': { values: [bucket: number, accountId: number, rows: number]; row: { count: number } }
    'partials.delete': {
      values: [bucket: number, accountId: number, id: number, updatedAt: string]
      row: { id: number }
    }
    'partials.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        name: string
        text: string
        locales: PartialLocale[]
        version: number
        createdAt: number
        updatedAt: number
        usedByCount: number
        usedBy: unknown
      }
    }
    'partials.find_id': { values: [bucket: number, accountId: number, name: string]; row: { id: number } }
    'partials.find_ids': {
      values: [bucket: number, accountId: number, name: readonly string[]]
      row: { id: number; name: string }
    }
    'partials.graph': {
      values: [bucket: number, accountId: number]
      row: { id: number; name: string; bytes: number; uses: string[] }
    }
    'partials.insert': {
      values: [bucket: number, accountId: number, name: string, updatedAt: string]
      row: { id: number }
    }
    'partials.list': {
      values: [
        bucket: number,
        accountId: number,
        name: string | null,
        value4: string | null,
        value5: number | null,
        rows: number,
      ]
      row: {
        id: number
        name: string
        text: string
        locales: PartialLocale[]
        version: number
        createdAt: number
        updatedAt: number
        usedByCount: number
        usedBy: unknown
        found: number
      }
    }
    'partials.reached': {
      values: [bucket: number, accountId: number, name: readonly string[]]
      row: { id: number; name: string; version: number; text: string; locales: PartialLocale[]; uses: string[] }
    }
    'partials.update': {
      values: [bucket: number, accountId: number, id: number, version: number, updatedAt: string]
      row: { id: number }
    }
    'partials.users': {
      values: [bucket: number, accountId: number, id: number]
      row: { kind: string; id: number; name: string }
    }
    'partitions.read': {
      values: []
      row: { table: string; key: 'id' | 'event'; partition: string | null; bounds: string | null }
    }
    'partitions.read_last_id': { values: []; row: { id: number } }
    'people.delete_lone': { values: [id: number]; row: { id: number } }
    'people.find': { values: [email: string, rows: number]; row: { id: number; passwordHash: string } }
    'people.hold_password': { values: [id: number]; row: { passwordHash: string } }
    'people.insert': { values: [email: string, passwordHash: string, createdAt: string]; row: { id: number } }
    'people.lock': { values: [id: number]; row: { id: number } }
    'people.lock_email': { values: [value1: string | null]; row: { pgAdvisoryXactLock: unknown } }
    'people.lock_other': { values: [email: string, passwordHash: string, id: number]; row: { id: number } }
    'people.set_password': {
      values: [id: number, passwordHash: string, passwordHash3: string, passwordSetAt: string]
      row: { id: number }
    }
    'person_accounts.delete': {
      values: [bucket: number, accountId: number, memberId: number]
      row: { personId: number }
    }
    'person_accounts.enter': {
      values: [personId: number, accountId: number, enteredAt: string]
      row: { accountId: number }
    }
    'person_accounts.find': {
      values: [personId: number, accountId: number]
      row: { bucket: number; accountId: number; memberId: number }
    }
    'person_accounts.insert': {
      values: [personId: number, bucket: number, accountId: number, memberId: number, enteredAt: string]
      row: { personId: number }
    }
    'person_accounts.list': {
      values: [personId: number, rows: number]
      row: { bucket: number; accountId: number; memberId: number }
    }
    'person_accounts.list_named': {
      values: [personId: number, rows: number]
      row: { id: number; name: string; role: 'owner' | 'developer' | 'viewer' }
    }
    'person_accounts.list_of_email': {
      values: [email: string, rows: number]
      row: { bucket: number; accountId: number; memberId: number; personId: number }
    }
    'person_accounts.move': { values: [personId: number, personId2: number | null]; row: { accountId: number } }
    'personal_data.list_deliveries': {
      values: [bucket: number, accountId: number, value3: readonly number[]]
      row: { id: number }
    }
    'personal_data.list_messages': {
      values: [
        bucket: number,
        accountId: number,
        recipientId: number,
        value4: string,
        value5: number | null,
        rows: number,
      ]
      row: { id: number; createdAt: number; place: string }
    }
    'places.insert': { values: [value1: readonly number[], server: string]; row: { bucket: number } }
    'places.read': { values: []; row: { bucket: number; server: string } }
    'preference_pages.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        locale: string | null
        timeZone: string | null
        accountName: string
        title: string | null
        accentColor: string | null
        backgroundColor: string | null
        channelTypes: string[]
      }
    }
    'preference_pages.look': {
      values: [bucket: number, accountId: number]
      row: { title: string | null; accentColor: string | null; backgroundColor: string | null }
    }
    'preference_pages.write': {
      values: [
        bucket: number,
        accountId: number,
        title: string | null,
        accentColor: string | null,
        backgroundColor: string | null,
      ]
      row: { title: string | null; accentColor: string | null; backgroundColor: string | null }
    }
    'preferences.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        locale: string | null
        timeZone: string | null
      }
    }
    'preferences.lock': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        locale: string | null
        timeZone: string | null
      }
    }
    'preferences.write': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        preferences: string,
        paused: boolean,
        quietFrom: number | null,
        quietUntil: number | null,
        updatedAt: string,
      ]
      row: {
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        locale: string | null
        timeZone: string | null
      }
    }
    'privileges.read_missing': { values: []; row: { seesTables: boolean; names: string[] } }
    'privileges.read_owner': { values: []; row: { owner: string; isOurs: boolean } }
    'provider_events.insert': { values: [now: string]; row: { accountId: number; channelId: number; eventId: string } }
    'provider_events.list_of_delivery': {
      values: [bucket: number, accountId: number, deliveryId: number, rows: number]
      row: { createdAt: number; cause: string | null }
    }
    'provider_events.remove': {
      values: [bucket: readonly number[], createdAt: string, rows: number, createdAt4: string]
      row: { eventId: string }
    }
    'provider_events.remove_of_deliveries': { values: [rowsMax: number]; row: { eventId: string } }
    'quotas.lock': { values: [bucket: number, id: number]; row: { id: number } }
    'recipient_signing_keys.count': {
      values: [bucket: number, accountId: number, rows: number]
      row: { count: number }
    }
    'recipient_signing_keys.delete': { values: [bucket: number, accountId: number, id: number]; row: { name: string } }
    'recipient_signing_keys.insert': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        name: string,
        secret: string,
        last4: string,
        createdAt: string,
      ]
      row: { id: number; name: string; last4: string; createdAt: number }
    }
    'recipient_signing_keys.list': {
      values: [bucket: number, accountId: number, value3: string | null, value4: number | null, rows: number]
      row: {
        id: number
        name: string
        last4: string
        createdAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'recipient_signing_keys.newest': {
      values: [bucket: number, accountId: number]
      row: { id: number; secret: string }
    }
    'recipient_signing_keys.next_id': { values: []; row: { id: number } }
    'recipient_signing_keys.read_secrets': {
      values: [bucket: number, value2: number, value3: number | null, rows: number]
      row: { accountId: number; id: number; stored: string }
    }
    'recipient_signing_keys.replace_secret': {
      values: [bucket: number, accountId: number, id: number, secret: string, secret5: string]
      row: { id: number }
    }
    'recipients.blank': {
      values: [bucket: number, accountId: number, recipientId: number, erasedAt: string | null]
      row: { id: number }
    }
    'recipients.delete': {
      values: [bucket: number, accountId: number, id: number, updatedAt: string]
      row: { id: number }
    }
    'recipients.expand': {
      values: [bucket: number, accountId: number, value3: readonly number[]]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        firstName: string | null
        lastName: string | null
      }
    }
    'recipients.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        locale: string | null
        timeZone: string | null
        attributes: Record<string, unknown>
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        createdAt: number
        updatedAt: number
      }
    }
    'recipients.find_by_email': { values: [value1: number, value2: number, value3: string | null]; row: { id: number } }
    'recipients.find_id': {
      values: [bucket: number, accountId: number, externalUserId: string | null]
      row: { id: number }
    }
    'recipients.find_of_lists': { values: [bucket: number, accountId: number, id: number]; row: { id: number } }
    'recipients.insert': {
      values: [
        bucket: number,
        accountId: number,
        externalUserId: string | null,
        fields: string | null,
        updatedAt: string,
      ]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        locale: string | null
        timeZone: string | null
        attributes: Record<string, unknown>
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        createdAt: number
        updatedAt: number
      }
    }
    'recipients.list': {
      values: [
        value1: number,
        value2: number,
        externalUserId: string | null,
        value4: string | null,
        value5: string | null,
        value6: number | null,
        rows: number,
      ]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        locale: string | null
        timeZone: string | null
        attributes: Record<string, unknown>
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        createdAt: number
        updatedAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'recipients.list_by_email': {
      values: [
        value1: number,
        value2: number,
        value3: string | null,
        value4: string | null,
        id: number | null,
        rows: number,
      ]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        locale: string | null
        timeZone: string | null
        attributes: Record<string, unknown>
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        createdAt: number
        updatedAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'recipients.load': {
      values: []
      row: {
        position: number
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        locale: string | null
        timeZone: string | null
        attributes: unknown
        preferences: unknown
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        createdAt: number
        updatedAt: number
      }
    }
    'recipients.lock': { values: [bucket: number, accountId: number, id: number]; row: { id: number } }
    'recipients.lock_for_erasure': {
      values: [bucket: number, accountId: number, id: number]
      row: { email: string | null; phone: string | null; isErased: boolean }
    }
    'recipients.update': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        value4: string | null,
        updatedAt: string,
        actor: string,
        value7: string | null,
      ]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        locale: string | null
        timeZone: string | null
        attributes: Record<string, unknown>
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        createdAt: number
        updatedAt: number
        quietHoursMoved: boolean
      }
    }
    'recipients.upsert': {
      values: [
        bucket: number,
        accountId: number,
        externalUserId: readonly string[],
        value4: string | null,
        updatedAt: string,
        value6: string | null,
        value7: string | null,
      ]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        locale: string | null
        timeZone: string | null
        attributes: unknown
        preferences: unknown
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        createdAt: number
        updatedAt: number
        created: boolean
        quietHoursMoved: boolean
      }
    }
    'requests.insert': { values: []; row: { id: number } }
    'requests.list': {
      values: [
        bucket: number,
        accountId: number,
        at: string | null,
        id: number | null,
        rows: number,
        at6: string,
        at7: string,
        rows8: number,
        method: string | null,
        value10: string | null,
        status: number | null,
        actor: string | null,
      ]
      row:
        | {
            id: number
            requestId: string
            actor: string
            method: string
            path: string
            status: number
            durationMs: number
            code: string | null
            errors: FieldErrors | null
            made: Record<string, unknown> | null
            createdAt: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            id: null
            requestId: null
            actor: null
            method: null
            path: null
            status: null
            durationMs: null
            code: null
            errors: null
            made: null
            createdAt: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'requests.list_failed': {
      values: [
        bucket: number,
        accountId: number,
        at: string | null,
        id: number | null,
        rows: number,
        at6: string,
        at7: string,
        rows8: number,
        method: string | null,
        value10: string | null,
        status: number | null,
        actor: string | null,
      ]
      row:
        | {
            id: number
            requestId: string
            actor: string
            method: string
            path: string
            status: number
            durationMs: number
            code: string | null
            errors: FieldErrors | null
            made: Record<string, unknown> | null
            createdAt: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            id: null
            requestId: null
            actor: null
            method: null
            path: null
            status: null
            durationMs: null
            code: null
            errors: null
            made: null
            createdAt: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'requests.list_with_id': {
      values: [
        value1: number,
        value2: number,
        value3: string | null,
        value4: number | null,
        rows: number,
        value6: string | null,
        value7: string | null,
        rows8: number,
        method: string | null,
        value10: string | null,
        status: number | null,
        actor: string | null,
        requestId: string,
        value14: boolean | null,
      ]
      row:
        | {
            id: number
            requestId: string
            actor: string
            method: string
            path: string
            status: number
            durationMs: number
            code: string | null
            errors: FieldErrors | null
            made: Record<string, unknown> | null
            createdAt: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            id: null
            requestId: null
            actor: null
            method: null
            path: null
            status: null
            durationMs: null
            code: null
            errors: null
            made: null
            createdAt: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'requests.remove': { values: [bucket: readonly number[], at: string, rows: number]; row: { id: number } }
    'retention.expire_pending': {
      values: [
        bucket: number,
        value2: number,
        value3: string | null,
        eventId: string,
        eventId5: string,
        rows: number,
        at: string,
      ]
      row: { accountId: number; eventId: string }
    }
    'retention.is_moving': { values: [value1: string | null]; row: { isMoving: boolean } }
    'retention.trim_dropped': {
      values: [bucket: readonly number[], at: string, rows: number]
      row: { eventId: string }
    }
    'sandbox.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        messageId: number
        recipientId: number
        channelId: number
        channelName: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        createdAt: number
        number: number
        sentTo: string
        subject: string
        at: number
        body: string
        bodyFormat: 'html' | 'text'
      }
    }
    'sandbox.insert': { values: []; row: { deliveryId: number } }
    'sandbox.list': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: number | null,
        rows: number,
        value6: boolean | null,
      ]
      row: {
        id: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        messageId: number
        recipientId: number
        channelId: number
        channelName: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        createdAt: number
        number: number
        sentTo: string
        subject: string
        at: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'sandbox.list_of_recipient': {
      values: [
        bucket: number,
        accountId: number,
        createdAt: string,
        value4: number | null,
        rows: number,
        rows6: number,
        recipientId: number,
        value8: boolean | null,
      ]
      row:
        | {
            id: number
            status:
              | 'canceled'
              | 'opened'
              | 'bounced'
              | 'delivered'
              | 'failed'
              | 'sent'
              | 'retrying'
              | 'queued'
              | 'scheduled'
            messageId: number
            recipientId: number
            channelId: number
            channelName: string
            channelType: 'email' | 'push' | 'sms' | 'in_app'
            createdAt: number
            number: number
            sentTo: string
            subject: string
            at: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            id: null
            status: null
            messageId: null
            recipientId: null
            channelId: null
            channelName: null
            channelType: null
            createdAt: null
            number: null
            sentTo: null
            subject: null
            at: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'sandbox.remove': { values: [rowsMax: number]; row: { deliveryId: number } }
    'sandbox.take_due_reports': {
      values: [bucket: readonly number[], dueAt: string, rows: number]
      row: {
        bucket: number
        accountId: number
        deliveryId: number
        fact: 'delivered' | 'opened' | 'bounced'
        dueAt: number
      }
    }
    'search.event': {
      values: [bucket: number, accountId: number, id: string]
      row: {
        id: string
        type: string
        state: 'pending' | 'dropped' | 'delivered' | 'failed' | 'skipped'
        deliveryId: number | null
        createdAt: number
      }
    }
    'search.messages': {
      values: [
        bucket: number,
        accountId: number,
        value3: string,
        value4: number | null,
        rows: number,
        value6: string | null,
        rows7: number,
      ]
      row: { id: number; recipientId: number; renderedSubject: string; createdAt: number }
    }
    'search.recipients': {
      values: [
        bucket: number,
        accountId: number,
        value3: string | null,
        value4: string | null,
        rows: number,
        rows6: number,
      ]
      row: {
        id: number
        externalUserId: string | null
        email: string | null
        phone: string | null
        firstName: string | null
        lastName: string | null
        isCut: boolean
      }
    }
    'search.reference': {
      values: [value1: number, value2: number, reference: string, rows: number]
      row: { id: number; recipientId: number; renderedSubject: string; createdAt: number }
    }
    'search.templates': {
      values: [bucket: number, accountId: number, value3: string | null, rows: number, rows5: number]
      row: { id: number; name: string; version: number }
    }
    'send_metrics.count_failing': { values: []; row: { failing: number } }
    'send_metrics.read_oldest_due': { values: []; row: { dueAt: number | null } }
    'send_metrics.read_queue_rows': { values: [counted: number]; row: { queued: number } }
    'sends.blank': { values: [rowsMax: number]; row: { deliveryId: number } }
    'sends.buckets_with_rows': { values: [value1: readonly number[]]; row: { bucket: number } }
    'sends.count': { values: [now: string | null]; row: { accountId: number; deliveryId: number } }
    'sends.delay': { values: []; row: never }
    'sends.find_waiting': {
      values: [bucket: number, accountId: number, value3: readonly number[], dueAt: string]
      row: { deliveryId: number }
    }
    'sends.leave': { values: []; row: { deliveryId: number } }
    'sends.list': {
      values: [bucket: number, accountId: number, deliveryId: number, value4: number | null, rows: number]
      row: {
        number: number
        startedAt: number
        durationMs: number
        result: 'accepted' | 'rate_limited' | 'transient' | 'permanent'
        cause: string | null
        providerMessageId: string | null
        sentTo: string | null
        notificationChannel: unknown
      }
    }
    'sends.lock': {
      values: []
      row: {
        bucket: number
        accountId: number
        id: number
        messageId: number
        recipientId: number
        channelId: number
        status:
          | 'canceled'
          | 'opened'
          | 'bounced'
          | 'delivered'
          | 'failed'
          | 'sent'
          | 'retrying'
          | 'queued'
          | 'scheduled'
        scheduledAt: number | null
        queuedAt: number | null
        retryingAt: number | null
        sentAt: number | null
        failedAt: number | null
        deliveredAt: number | null
        bouncedAt: number | null
        openedAt: number | null
        canceledAt: number | null
        errorMessage: string | null
        friendlyErrorMessage: string | null
        limitFeatureKey: string | null
        providerMessageId: string | null
        createdAt: number
        updatedAt: number
        reference: string | null
        metadata: string | null
        channelName: string
        channelType: 'email' | 'push' | 'sms' | 'in_app'
        dueAt: number
        priority: number
        sendsMade: number
        sendsUnspent: number
        startedAt: number | null
        isPinned: boolean
        viaId: number
        viaName: string
        viaDeleted: boolean
        provider: string
        settings: ChannelSettings
        encryptedSettings: string | null
        maxConcurrency: number | null
        maxPerSecond: number | null
        failingSince: number | null
        resendAfterTimeout: boolean
        fallbackIds: number[] | null
        channelActive: boolean
        channelDeleted: boolean
        channelAttached: boolean
        anyChannelLive: boolean
        renderedSubject: string
        renderedBody: string
        channelTexts: string | null
        traceparent: string | null
        bodyFormat: 'html' | 'text'
        trackOpens: boolean
        hasAttachments: boolean
        email: string | null
        phone: string | null
        recipientDeleted: boolean
        timeZone: string | null
        preferences: readonly StoredChoice[]
        paused: boolean
        quietFrom: number | null
        quietUntil: number | null
        critical: boolean
        topic: unknown
        devices: unknown
      }
    }
    'sends.move_to_channels': { values: [now: string]; row: never }
    'sends.read': {
      values: [bucket: number]
      row: { accountId: number; channelId: number; priority: number; deliveryId: number; dueAt: number }
    }
    'sends.read_started': {
      values: [bucket: number]
      row: {
        accountId: number
        channelId: number
        priority: number
        isPinned: boolean
        deliveryId: number
        sendsMade: number
        sendsUnspent: number
        startedAt: number
        messageId: number
        recipientId: number
        ownId: number
        resendAfterTimeout: boolean
      }
    }
    'sends.record': { values: []; row: { accountId: number; deliveryId: number; recipientErased: boolean } }
    'sends.sweep': { values: [bucket: number]; row: { accountId: number; channelId: number } }
    'sends.take': { values: []; row: { accountId: number; deliveryId: number; startedAt: number } }
    'sessions.delete': {
      values: [bucket: number, accountId: number, memberId: number, id: number]
      row: { id: number }
    }
    'sessions.delete_of_person': { values: [personId: number]; row: { id: number } }
    'sessions.find': {
      values: [bucket: number, accountId: number, tokenHash: Buffer, expiresAt: string, lastUsedAt: string]
      row: {
        id: number
        createdAt: number
        lastUsedAt: number
        expiresAt: number
        origin: string | null
        userAgent: string | null
        memberId: number
        memberRole: 'owner' | 'developer' | 'viewer'
        personId: number
        firstId: number
        passwordGivenAt: number | null
        email: string
        name: string | null
        accountName: string
      }
    }
    'sessions.insert': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        personId: number,
        tokenHash: Buffer,
        lastUsedAt: string,
        expiresAt: string,
        origin: string | null,
        userAgent: string | null,
        firstId: number | null,
      ]
      row: { id: number }
    }
    'sessions.list': {
      values: [bucket: number, accountId: number, memberId: number, expiresAt: string, lastUsedAt: string, rows: number]
      row: {
        id: number
        createdAt: number
        lastUsedAt: number
        expiresAt: number
        origin: string | null
        userAgent: string | null
      }
    }
    'sessions.note_password': {
      values: [bucket: number, accountId: number, id: number, passwordGivenAt: string | null]
      row: { id: number }
    }
    'sessions.read_first_steps': {
      values: [bucket: number, accountId: number, endpointId: number | null, rows: number]
      row: { hasMessage: boolean; hasProvider: boolean; hasConfirmedEvent: boolean }
    }
    'sessions.touch': {
      values: [bucket: number, accountId: number, id: number, lastUsedAt: string]
      row: { id: number }
    }
    'sessions.trim': {
      values: [bucket: number, accountId: number, memberId: number, expiresAt: string, lastUsedAt: string, rows: number]
      row: { id: number }
    }
    'statistics.find_grown': { values: [value1: number | null, rows: number]; row: { name: string } }
    'suppressions.delete': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        channelType: 'email' | 'sms'
        address: string
        reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
        deliveryId: number | null
        createdAt: number
      }
    }
    'suppressions.find': {
      values: []
      row: { position: number; reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual' }
    }
    'suppressions.find_of_address': {
      values: [bucket: number, accountId: number, channelType: string, address: string]
      row: {
        id: number
        address: string
        reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
        deliveryId: number | null
        createdAt: number
      }
    }
    'suppressions.insert': {
      values: [now: string]
      row: {
        id: number
        channelType: 'email' | 'sms'
        address: string
        reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
        deliveryId: number | null
        createdAt: number
      }
    }
    'suppressions.list': {
      values: [
        bucket: number,
        accountId: number,
        reason: string | null,
        value4: string | null,
        value5: number | null,
        rows: number | null,
        channelType: string | null,
        rows8: number,
        value9: string | null,
        value10: string | null,
      ]
      row:
        | {
            id: number
            channelType: 'email' | 'sms'
            address: string
            reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
            deliveryId: number | null
            createdAt: number
            found: number
            place: number
            bytesSoFar: number | null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
        | {
            id: null
            channelType: null
            address: null
            reason: null
            deliveryId: null
            createdAt: null
            found: null
            place: null
            bytesSoFar: null
            scanned: number
            scannedAt: number | null
            scannedId: number | null
          }
    }
    'suppressions.list_of_addresses': {
      values: [
        bucket: number,
        accountId: number,
        reason: string | null,
        value4: string | null,
        value5: number | null,
        rows: number,
        value7: readonly string[],
        value8: readonly string[] | null,
      ]
      row: {
        id: number
        channelType: 'email' | 'sms'
        address: string
        reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
        deliveryId: number | null
        createdAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'suppressions.remove_of_recipient': {
      values: [
        bucket: number,
        accountId: number,
        value3: readonly number[],
        value4: string | null,
        value5: string | null,
      ]
      row: { id: number }
    }
    'template_channels.replace': {
      values: [bucket: number, accountId: number, templateId: number, value4: string | null]
      row: { channelId: number }
    }
    'template_drafts.delete': {
      values: [bucket: number, accountId: number, templateId: number]
      row: { revision: number }
    }
    'template_drafts.find': {
      values: [bucket: number, accountId: number, templateId: number]
      row: { revision: number; basedOnVersion: number; content: string; updatedAt: number; updatedBy: string }
    }
    'template_drafts.save': {
      values: [
        bucket: number,
        accountId: number,
        templateId: number,
        basedOnVersion: number,
        content: string,
        updatedAt: string,
        updatedBy: string,
      ]
      row: { revision: number; basedOnVersion: number; content: string; updatedAt: number; updatedBy: string }
    }
    'template_locales.insert': {
      values: [bucket: number, accountId: number, templateId: number, version: number, value5: string | null]
      row: never
    }
    'template_locales.load': {
      values: []
      row: {
        accountId: number
        templateId: number
        version: number
        locale: string
        subject: string | null
        body: string | null
        channels: string
      }
    }
    'template_partials.replace': {
      values: [bucket: number, accountId: number, templateId: number, value4: readonly number[]]
      row: never
    }
    'template_versions.insert': {
      values: [
        bucket: number,
        accountId: number,
        templateId: number,
        version: number,
        subject: string,
        body: string,
        bodyFormat: 'html' | 'text',
        channels: string,
        hasLocales: boolean,
        hasPartials: boolean,
        createdAt: string,
        trackOpens: boolean,
        value13: string | null,
      ]
      row: { version: number }
    }
    'template_versions.list': {
      values: [bucket: number, accountId: number, templateId: number, value4: number | null, rows: number]
      row: {
        version: number
        subject: string
        body: string
        bodyFormat: 'html' | 'text'
        trackOpens: boolean
        priority: string
        channels: AttachedChannel[]
        locales: unknown
        createdAt: number
        found: number
      }
    }
    'templates.count': { values: [bucket: number, accountId: number, rows: number]; row: { count: number } }
    'templates.delete': {
      values: [bucket: number, accountId: number, id: number, updatedAt: string]
      row: { id: number }
    }
    'templates.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        name: string
        subject: string
        body: string
        bodyFormat: 'html' | 'text'
        trackOpens: boolean
        priority: string
        version: number
        createdAt: number
        updatedAt: number
        channels: unknown
        locales: unknown
        topic: string | null
        draftRevision: number | null
      }
    }
    'templates.find_id': { values: [bucket: number, accountId: number, name: string]; row: { id: number } }
    'templates.insert': {
      values: [bucket: number, accountId: number, name: string, topicId: number | null, updatedAt: string]
      row: { id: number }
    }
    'templates.list': {
      values: [
        bucket: number,
        accountId: number,
        name: string | null,
        value4: string | null,
        value5: number | null,
        rows: number,
      ]
      row: {
        id: number
        name: string
        subject: string
        body: string
        bodyFormat: 'html' | 'text'
        trackOpens: boolean
        priority: string
        version: number
        createdAt: number
        updatedAt: number
        channels: unknown
        locales: unknown
        topic: string | null
        draftRevision: number | null
        found: number
      }
    }
    'templates.load': {
      values: []
      row: {
        position: number
        id: number
        name: string
        version: number
        subject: string
        body: string
        bodyFormat: string
        priority: string | null
        hasLocales: boolean
        partials: unknown
        topic: unknown
        channels: unknown
      }
    }
    'templates.lock': { values: [bucket: number, accountId: number, id: number]; row: { version: number } }
    'templates.newest_names': { values: [bucket: number, accountId: number, rows: number]; row: { name: string } }
    'templates.of_topic': { values: [bucket: number, accountId: number, topicId: number]; row: { name: string } }
    'templates.topic': { values: [bucket: number, accountId: number, id: number]; row: { topicId: number | null } }
    'templates.update': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        name: string,
        version: number,
        topicId: number | null,
        updatedAt: string,
      ]
      row: { id: number }
    }
    'topics.all': {
      values: [bucket: number, accountId: number]
      row: {
        id: number
        name: string
        label: string
        description: string
        locales: TopicLocale[]
        required: boolean
        createdAt: number
        updatedAt: number
      }
    }
    'topics.count': { values: [bucket: number, accountId: number, rows: number]; row: { count: number } }
    'topics.delete': { values: [bucket: number, accountId: number, id: number, updatedAt: string]; row: { id: number } }
    'topics.find': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        name: string
        label: string
        description: string
        locales: TopicLocale[]
        required: boolean
        createdAt: number
        updatedAt: number
      }
    }
    'topics.find_id': { values: [bucket: number, accountId: number, name: string]; row: { id: number } }
    'topics.insert': {
      values: [
        bucket: number,
        accountId: number,
        name: string,
        label: string,
        description: string,
        required: boolean,
        updatedAt: string,
        locales: string,
      ]
      row: {
        id: number
        name: string
        label: string
        description: string
        locales: TopicLocale[]
        required: boolean
        createdAt: number
        updatedAt: number
      }
    }
    'topics.keep': { values: [bucket: number, accountId: number, name: string]; row: { id: number } }
    'topics.list': {
      values: [
        bucket: number,
        accountId: number,
        name: string | null,
        value4: string | null,
        value5: number | null,
        rows: number,
      ]
      row: {
        id: number
        name: string
        label: string
        description: string
        locales: TopicLocale[]
        required: boolean
        createdAt: number
        updatedAt: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'topics.lock': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        id: number
        name: string
        label: string
        description: string
        locales: TopicLocale[]
        required: boolean
        createdAt: number
        updatedAt: number
      }
    }
    'topics.update': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        name: string,
        label: string,
        description: string,
        required: boolean,
        updatedAt: string,
        locales: string,
      ]
      row: {
        id: number
        name: string
        label: string
        description: string
        locales: TopicLocale[]
        required: boolean
        createdAt: number
        updatedAt: number
      }
    }
    'webhook_endpoints.attempts': {
      values: [bucket: number, accountId: number, endpointId: number, rows: number]
      row: {
        eventId: string
        eventType: string
        attemptNumber: number
        succeeded: boolean
        responseCode: number | null
        errorMessage: string | null
        durationMs: number
        createdAt: number
      }
    }
    'webhook_endpoints.delete': {
      values: [bucket: number, accountId: number, id: number, replacedAt: string]
      row: { id: number; url: string }
    }
    'webhook_endpoints.drop_queued_events': {
      values: [bucket: number, accountId: number, endpointId: number, rows: number, at: string]
      row: { eventId: string }
    }
    'webhook_endpoints.find_recipients': { values: []; row: { eventId: string; recipientId: number } }
    'webhook_endpoints.insert': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        url: string,
        secret: string,
        secretLast4: string,
        updatedAt: string,
        active: boolean,
        signatureFormat: 'service' | 'standard' | 'both',
        includeMessage: boolean,
      ]
      row: {
        bucket: number
        accountId: number
        id: number
        url: string
        active: boolean
        disabledAt: number | null
        disabledReason: string | null
        inactiveSince: number | null
        secret: string
        secretLast4: string
        previousSecret: string | null
        previousSecretUntil: number | null
        signatureFormat: 'service' | 'standard' | 'both'
        includeMessage: boolean
        consecutiveFailures: number
        generation: number
        missingDismissedAt: number | null
        testPassedAt: number | null
        createdAt: number
        updatedAt: number
      }
    }
    'webhook_endpoints.list': {
      values: [bucket: number, accountId: number]
      row: {
        bucket: number
        accountId: number
        id: number
        url: string
        active: boolean
        disabledAt: number | null
        disabledReason: string | null
        inactiveSince: number | null
        secret: string
        secretLast4: string
        previousSecret: string | null
        previousSecretUntil: number | null
        signatureFormat: 'service' | 'standard' | 'both'
        includeMessage: boolean
        consecutiveFailures: number
        generation: number
        missingDismissedAt: number | null
        testPassedAt: number | null
        createdAt: number
        updatedAt: number
      }
    }
    'webhook_endpoints.lock': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        bucket: number
        accountId: number
        id: number
        url: string
        active: boolean
        disabledAt: number | null
        disabledReason: string | null
        inactiveSince: number | null
        secret: string
        secretLast4: string
        previousSecret: string | null
        previousSecretUntil: number | null
        signatureFormat: 'service' | 'standard' | 'both'
        includeMessage: boolean
        consecutiveFailures: number
        generation: number
        missingDismissedAt: number | null
        testPassedAt: number | null
        createdAt: number
        updatedAt: number
      }
    }
    'webhook_endpoints.lock_unchanged': {
      values: [bucket: number, accountId: number, id: number]
      row: {
        bucket: number
        accountId: number
        id: number
        url: string
        active: boolean
        disabledAt: number | null
        disabledReason: string | null
        inactiveSince: number | null
        secret: string
        secretLast4: string
        previousSecret: string | null
        previousSecretUntil: number | null
        signatureFormat: 'service' | 'standard' | 'both'
        includeMessage: boolean
        consecutiveFailures: number
        generation: number
        missingDismissedAt: number | null
        testPassedAt: number | null
        createdAt: number
        updatedAt: number
      }
    }
    'webhook_endpoints.next_id': { values: []; row: { id: number } }
    'webhook_endpoints.pass_test': {
      values: [bucket: number, accountId: number, id: number, testPassedAt: string | null]
      row: { id: number }
    }
    'webhook_endpoints.read_secrets': {
      values: [bucket: number, accountId: number, rows: number]
      row: { accountId: number; id: number; secret: string; previousSecret: string | null }
    }
    'webhook_endpoints.replace_secrets': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        secret: string,
        secret5: string,
        previousSecret: string | null,
      ]
      row: { id: number }
    }
    'webhook_endpoints.save': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        url: string,
        active: boolean,
        disabledAt: string | null,
        disabledReason: string | null,
        inactiveSince: string | null,
        secret: string,
        secretLast4: string,
        previousSecret: string | null,
        previousSecretUntil: string | null,
        consecutiveFailures: number,
        generation: number,
        updatedAt: string,
        signatureFormat: 'service' | 'standard' | 'both',
        missingDismissedAt: string | null,
        includeMessage: boolean,
      ]
      row: { id: number }
    }
    'webhook_health.find_failing_since': {
      values: [bucket: number, accountId: number, start: string, start4: string, endpointId: number, rows: number]
      row: { since: number | null }
    }
    'webhook_health.list_newest': {
      values: [bucket: number, accountId: number, endpointId: number, createdAt: string, rows: number]
      row: {
        createdAt: number
        succeeded: boolean
        responseCode: number | null
        errorMessage: string | null
        durationMs: number
        eventId: string
        eventType: string
      }
    }
    'webhook_hours.add': { values: []; row: never }
    'webhook_hours.remove_before': {
      values: [bucket: readonly number[], start: string, rows: number]
      row: { start: number }
    }
    'webhook_metrics.read_feed_lag': { values: []; row: { lagSeconds: number } }
    'webhook_metrics.read_oldest_queued': { values: []; row: { oldestId: string | null } }
    'webhook_metrics.read_queue_rows': { values: [counted: number]; row: { queued: number } }
    'webhook_minutes.add': { values: []; row: never }
    'webhook_minutes.begin_position': {
      values: [bucket: number, accountId: number, countedUntil: string, fromId: string]
      row: never
    }
    'webhook_minutes.count_between': {
      values: [
        bucket: number,
        accountId: number,
        endpointId: number,
        createdAt: string,
        createdAt5: string | null,
        id: string,
        id7: string | null,
      ]
      row: {
        minute: number
        result: string | null
        step: number | null
        attempts: number
        succeeded: number
        emitted: number
        skipped: number
        delivered: number
        failed: number
        failedNow: number
        skippedNow: number
        recovered: number
      }
    }
    'webhook_minutes.find_accounts': {
      values: [
        value1: number,
        value2: number | null,
        rows: number,
        createdAt: string,
        value5: string | null,
        value6: string | null,
        id: string,
      ]
      row: { bucket: number; accountId: number; endpointId: number }
    }
    'webhook_minutes.find_next': {
      values: [
        bucket: number,
        accountId: number,
        endpointId: number,
        createdAt: string,
        createdAt5: string,
        id: string,
        id7: string,
      ]
      row: { at: number | null }
    }
    'webhook_minutes.list': {
      values: [bucket: number, accountId: number, start: string, start4: string | null]
      row: {
        start: number
        emitted: number
        skipped: number
        delivered: number
        failed: number
        failedNow: number
        skippedNow: number
        recovered: number
        succeeded: number
        results: unknown
        durations: unknown
      }
    }
    'webhook_minutes.move_position': {
      values: [bucket: number, accountId: number, countedUntil: string, fromId: string]
      row: never
    }
    'webhook_minutes.read_position': {
      values: [bucket: number, accountId: number]
      row: { countedUntil: number; fromId: string }
    }
    'webhook_minutes.remove_before': {
      values: [bucket: readonly number[], start: string, rows: number, start4: string]
      row: { start: number }
    }
    'webhook_minutes.sum_missing': {
      values: [bucket: number, accountId: number, start: string, start4: string | null]
      row: { missing: number }
    }
    'webhook_minutes.take_position': {
      values: [bucket: number, accountId: number]
      row: { countedUntil: number; fromId: string }
    }
    'webhook_replay.cancel': {
      values: [bucket: number, accountId: number, id: number, finishedAt: string | null]
      row: {
        id: number
        since: number
        until: number | null
        states: EventState[]
        types: string[] | null
        total: number
        done: number
        createdAt: number
        finishedAt: number | null
        canceled: boolean
      }
    }
    'webhook_replay.count_ready': {
      values: [bucket: number, accountId: number, dueAt: string, rows: number]
      row: { ready: number }
    }
    'webhook_replay.delete': { values: [bucket: number, accountId: number, endpointId: number]; row: { id: number } }
    'webhook_replay.find': {
      values: [
        bucket: number,
        accountId: number,
        eventId: string,
        eventId4: string,
        end: readonly string[],
        type: readonly string[] | null,
        value7: boolean,
        rows: number,
        value9: string,
      ]
      row: { id: string }
    }
    'webhook_replay.find_chunk_end': {
      values: [bucket: number, accountId: number, id: string, id4: string, value5: number | null]
      row: { id: string }
    }
    'webhook_replay.find_running': {
      values: [bucket: number, accountId: number, endpointId: number]
      row: { id: number }
    }
    'webhook_replay.insert': {
      values: [
        bucket: number,
        accountId: number,
        endpointId: number,
        since: string,
        until: string | null,
        states: readonly string[],
        types: readonly string[] | null,
        total: number,
        cursor: string,
        cursorEnd: string,
        createdAt: string,
      ]
      row: { id: number }
    }
    'webhook_replay.keep_endpoint': { values: [bucket: number, accountId: number, id: number]; row: { id: number } }
    'webhook_replay.list': {
      values: [
        bucket: number,
        accountId: number,
        value3: string | null,
        value4: number | null,
        rows: number,
        endpointId: number,
      ]
      row: {
        id: number
        since: number
        until: number | null
        states: EventState[]
        types: string[] | null
        total: number
        done: number
        createdAt: number
        finishedAt: number | null
        canceled: boolean
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'webhook_replay.list_running': {
      values: [value1: number, value2: number | null, value3: number | null, rows: number]
      row: {
        bucket: number
        accountId: number
        id: number
        endpointId: number
        states: EventState[]
        types: string[] | null
        cursor: string
        cursorEnd: string
        createdAt: number
      }
    }
    'webhook_replay.lock': { values: [bucket: number, id: number]; row: { id: number } }
    'webhook_replay.queue': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        id4: readonly string[],
        end: readonly string[],
        value6: string | null,
      ]
      row: { eventId: string | null }
    }
    'webhook_replay.queue_replayed': {
      values: [
        bucket: number,
        accountId: number,
        id: number,
        id4: readonly string[],
        end: readonly string[],
        value6: string | null,
        id7: number,
        cursor: string,
        cursor9: string,
      ]
      row: { queued: number }
    }
    'webhook_replay.show': {
      values: [bucket: number, accountId: number, endpointId: number, id: number]
      row: {
        id: number
        since: number
        until: number | null
        states: EventState[]
        types: string[] | null
        total: number
        done: number
        createdAt: number
        finishedAt: number | null
        canceled: boolean
      }
    }
    'webhook_replay.trim': {
      values: [bucket: number, accountId: number, endpointId: number, value4: number | null]
      row: { id: number }
    }
    'webhook_stats.read_pending': {
      values: [bucket: number, accountId: number, missedAt: string]
      row: { pending: number; missed: number; oldestId: string | null; nextDueAt: number | null }
    }
    'webhook_test_requests.erase': {
      values: [bucket: number, accountId: number, value3: readonly number[], id: string]
      row: { id: number }
    }
    'webhook_test_requests.insert': { values: []; row: { id: number } }
    'webhook_test_requests.list': {
      values: [bucket: number, accountId: number, receivedAt: string | null, id: number | null, rows: number]
      row: {
        id: number
        createdAt: number
        eventId: string
        headers: [name: string, value: string][]
        body: string
        verdict: 'valid' | 'bad_header' | 'no_match' | 'stale'
        responseStatus: number
        found: number
        place: number
        bytesSoFar: number | null
      }
    }
    'webhook_test_requests.remove': {
      values: [bucket: readonly number[], receivedAt: string, rows: number]
      row: { id: number }
    }
    'webhook_test_requests.trim': { values: [kept: number | null]; row: { id: number } }
    'webhooks.blank_attempts': {
      values: [bucket: number, accountId: number, value3: readonly number[], id: string, rows: number]
      row: { eventId: string }
    }
    'webhooks.buckets_with_rows': { values: [value1: readonly number[]]; row: { bucket: number } }
    'webhooks.find_orphaned': { values: [bucket: number, rows: number]; row: { accountId: number; endpointId: number } }
    'webhooks.read_due': {
      values: [bucket: number]
      row: {
        accountId: number
        endpointId: number
        eventId: string
        attemptsMade: number
        seriesStart: number
        dueAt: number | null
        type: string
        body: string
      }
    }
    'webhooks.read_endpoints': {
      values: []
      row: {
        bucket: number
        accountId: number
        id: number
        url: string
        urlNumber: number
        active: boolean
        disabledAt: number | null
        secret: string
        previousSecret: string | null
        previousSecretUntil: number | null
        signatureFormat: 'service' | 'standard' | 'both'
        generation: number
      }
    }
    'webhooks.read_fresh': {
      values: [bucket: number]
      row: {
        accountId: number
        endpointId: number
        eventId: string
        attemptsMade: number
        seriesStart: number
        dueAt: number | null
        type: string
        body: string
      }
    }
    'webhooks.read_trace_contexts': { values: []; row: { eventId: string; traceparent: string | null } }
    'webhooks.record_attempts': {
      values: [owner: string, now: string, failedMax: number, failedWarned: number, buckets: readonly number[]]
      row: { ordinal: number | null; accountId: number | null; endpointId: number | null }
    }
    'webhooks.sweep_queue': { values: [bucket: number]; row: { accountId: number } }
  }
}
