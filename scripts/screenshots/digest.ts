import { make } from './api.ts'
import type { Call } from './api.ts'

const LAYOUT = `<div style="max-width: 32rem; margin: 0 auto; padding: 1.5rem; font-family: sans-serif; color: #1f2933">
  <p style="font-weight: 600; letter-spacing: 0.04em">NORTH LAKE</p>
  {% block content %}{% endblock %}
  {% render 'footer', reason: "you follow these products" %}
</div>`
const FOOTER = '<p style="color: #616e7c">You get this mail since {{ reason | default: "you have an account" }}.</p>'
const BODY = `{% layout 'base' %}
{% block content %}<h1 style="font-size: 1.4rem">Back in stock</h1>
<p>Hello {{ user.first_name | default: "there" }}, {{ product }} is here again.</p>{% endblock %}`

/** A template with a layout and a draft. */
export async function makeDigest(call: Call, mail: number): Promise<{ digest: number; layout: number }> {
  await make(call, '/partials', 'partial', { name: 'footer', text: FOOTER })
  const { id: layout } = await make(call, '/partials', 'partial', { name: 'base', text: LAYOUT })
  const fields = {
    name: 'back_in_stock',
    subject: '{{ product }} is back',
    body: BODY,
    channels: [{ notification_channel_id: mail }],
  }
  const { id: digest } = await make(call, '/message_templates', 'message_template', fields)
  const draft = { ...fields, body: BODY.replace('is here again', 'is here again, and ships today') }
  await call('PUT', `/message_templates/${digest}/draft`, { draft })
  return { digest, layout }
}
