/** Mails about orders and payments. */
import type { Samples } from '../samples.ts'
import { FOOTER, HELLO, price, SHOP } from './example-mail.ts'
import type { ExampleMail } from './example-mail.ts'
import { button, mail, note, paragraph, rows } from './layout.ts'

const ORDER: Samples = {
  ...SHOP,
  'order.id': 'A-1042',
  'order.items': '[{"name": "Desk lamp", "price": 49.9}, {"name": "Notebook, set of 3", "price": 12}]',
  'order.total': '61.90',
  'order.currency': 'EUR',
  'order.url': 'https://example.com/orders/A-1042',
}

export const RECEIPT: ExampleMail = {
  title: 'Receipt',
  use: 'After an order is paid',
  name: 'receipt',
  subject: 'Receipt for order {{ order.id }}',
  body: mail(
    `${price('order.total', 'order.currency')} for order {{ order.id }}.`,
    'Thank you for your order',
    [
      HELLO,
      paragraph('We received your payment for order {{ order.id }}.'),
      rows(
        [['{{ item.name }}', price('item.price', 'order.currency')]],
        '  {% for item in order.items %}',
        `  {% endfor %}
  <tr>
    <td align="left" style="padding: 12px 0; font-weight: bold;">Total</td>
    <td align="right" style="padding: 12px 0; font-weight: bold;">${price('order.total', 'order.currency')}</td>
  </tr>`,
      ),
      button('View the order', '{{ order.url }}'),
    ],
    FOOTER,
  ),
  samples: ORDER,
}

export const SHIPPING: ExampleMail = {
  title: 'Shipping',
  use: 'When an order leaves the warehouse',
  name: 'order_shipped',
  subject: 'Order {{ order.id }} is on its way',
  body: mail(
    'It arrives on {{ arrives_at | date: "long" }}.',
    'Your order is on its way',
    [
      HELLO,
      paragraph('We handed order {{ order.id }} to {{ carrier }}.'),
      rows([
        ['Arrives', '{{ arrives_at | date: "long" }}'],
        ['Carrier', '{{ carrier }}'],
        ['Tracking number', '{{ tracking_number }}'],
      ]),
      button('Track the parcel', '{{ tracking_url }}'),
    ],
    FOOTER,
  ),
  samples: {
    ...SHOP,
    'order.id': 'A-1042',
    arrives_at: '2026-12-24',
    carrier: 'Swift Post',
    tracking_number: 'SP 4402 9917',
    tracking_url: 'https://example.com/track/sample',
  },
}

export const INVOICE: ExampleMail = {
  title: 'Invoice due',
  use: 'Some days before an invoice must be paid',
  name: 'invoice_due',
  subject: 'Invoice {{ invoice.number }} is due on {{ invoice.due_on | date: "long" }}',
  body: mail(
    `${price('invoice.total', 'invoice.currency')}, due on {{ invoice.due_on | date: "long" }}.`,
    'Your invoice is due soon',
    [
      HELLO,
      rows([
        ['Invoice', '{{ invoice.number }}'],
        ['Amount', price('invoice.total', 'invoice.currency')],
        ['Due', '{{ invoice.due_on | date: "long" }}'],
      ]),
      button('Pay the invoice', '{{ invoice.url }}'),
      note('Did you pay already? Then nothing is left to do.'),
    ],
    FOOTER,
  ),
  samples: {
    ...SHOP,
    'invoice.number': '2026-0815',
    'invoice.total': '1290.00',
    'invoice.currency': 'EUR',
    'invoice.due_on': '2026-12-15',
    'invoice.url': 'https://example.com/invoices/2026-0815',
  },
}
