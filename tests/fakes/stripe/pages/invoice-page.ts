import type { Account } from '../account.ts';
import { requireObject } from '../find-object.ts';

import { escape, toDay, toMoney, toPage } from './page-frame.ts';

/** The page of an invoice. */
export function showInvoice(account: Account, id: string): Response {
  const invoice = requireObject(account, 'invoices', id);
  const lines = invoice.lines.data.map(
    ({ description, amount, currency }) =>
      `<p>${escape(description ?? '')}: ${toMoney(amount, currency)}</p>`,
  );
  const html = `<section><p>Of ${toDay(invoice.created)}, for ${escape(invoice.customer_email ?? '')}</p>
${lines.join('')}<p>Total: <strong>${toMoney(invoice.total, invoice.currency)}</strong> (${escape(invoice.status ?? '')})</p>
<p><a href="${escape(invoice.invoice_pdf ?? '')}">Download as PDF</a></p></section>`;
  return toPage(`Invoice ${invoice.number ?? ''}`, html);
}

/** An invoice as a file: a page with one line. */
export function sendPdf(account: Account, id: string): Response {
  const invoice = requireObject(account, 'invoices', id);
  const total = `${(invoice.total / 100).toFixed(2)} ${invoice.currency.toUpperCase()}`;
  const drawn = `BT /F1 16 Tf 60 760 Td (Invoice ${invoice.number ?? ''}: ${total}. Nothing was charged.) Tj ET`;
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const objects = parts.map((part, at) => `${at + 1} 0 obj${part}endobj\n`).join('');
  const body = `%PDF-1.4\n${objects}trailer<</Root 1 0 R>>\n%%EOF\n`;
  return new Response(body, { headers: { 'content-type': 'application/pdf' } });
}
