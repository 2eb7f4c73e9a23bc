import type { OperationText } from '../../platform/http/openapi/document.ts'

/** The operations of templates, like `OPERATIONS`. */
export const TEMPLATE_OPERATIONS: Readonly<Record<string, OperationText>> = {
  'GET /api/v1/message_templates': ['listMessageTemplates', 'Each template is listed with its channels.'],
  'POST /api/v1/message_templates': [
    'createMessageTemplate',
    'A template has texts in Liquid, and the channels for its messages.',
  ],
  'GET /api/v1/message_templates/{id}': [
    'getMessageTemplate',
    'Returns the texts of the newest version, and the channels.',
  ],
  'DELETE /api/v1/message_templates/{id}': ['deleteMessageTemplate', 'You can use its name again.'],
  'PATCH /api/v1/message_templates/{id}': [
    'updateMessageTemplate',
    'Absent fields stay as they are. A changed text creates a new version.',
  ],
  'PUT /api/v1/message_templates/by_name/{name}': [
    'upsertMessageTemplate',
    'Returns 201 if it created the template, 200 if it changed it. A new template needs a body. Absent fields stay as they are.',
  ],
  'GET /api/v1/message_templates/{id}/versions': ['listTemplateVersions'],
  'GET /api/v1/message_templates/{id}/draft': [
    'getTemplateDraft',
    'The members of the account share the draft of a template. Messages never use it.',
  ],
  'PUT /api/v1/message_templates/{id}/draft': [
    'saveTemplateDraft',
    'The draft has all fields of the template. Its texts may have mistakes. To put it in use, send its fields with ' +
      '`PATCH /api/v1/message_templates/{id}` and its revision as `draft_revision`.',
  ],
  'DELETE /api/v1/message_templates/{id}/draft': ['deleteTemplateDraft', 'The version in use stays as it is.'],
  'POST /api/v1/message_templates/preview': ['previewMessageTemplate'],
  'GET /api/v1/partials': [
    'listPartials',
    "A partial is a Liquid text with a name. Templates use it with `{% render 'name' %}` or `{% layout 'name' %}`.",
  ],
  'POST /api/v1/partials': ['createPartial', 'Then templates and other partials can use its name.'],
  'GET /api/v1/partials/{id}': ['getPartial', 'Returns the text of the newest version, and the templates that use it.'],
  'PATCH /api/v1/partials/{id}': [
    'updatePartial',
    'The text creates a new version. Messages that are created from now on use it. The name never changes.',
  ],
  'DELETE /api/v1/partials/{id}': ['deletePartial', 'You can use its name again.'],
  'GET /api/v1/partials/{id}/versions': ['listPartialVersions', 'To restore a version, send its text with PATCH.'],
}
