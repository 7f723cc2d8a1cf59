import { hasHidden, toVisible } from '#app/blueprint/import/text/visible-text.ts';
import { checkOutboundUrl } from '#app/platform/outbound/outbound-url.ts';

import { findDrift } from './drift.ts';
import { listed, toVerdict } from './each-tool.ts';
import type { ToolFault } from './each-tool.ts';
import { judgeLock } from './dependency-lock.ts';
import { findDocumented } from './documented-values.ts';
import type { Facts } from './facts.ts';
import { nameSome } from './name-some.ts';
import { findOrders } from './find-orders.ts';
import type { FixEdit } from './report.ts';
import { blueprintRule, filesRule, notApplicable, serverRule, toolsRule, UNSEEN } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';
import { findSecrets } from './secret-scan.ts';
import { findTexts, judgeTexts } from './seen-texts.ts';
import { tokenUrls } from './upstream.ts';
import { eachSchema } from './walk-schemas.ts';

/** Characters of a faulty text that are shown. */
const MAX_SHOWN = 120;

/** Checks of security: outside input stays data, and secrets stay in. */
export const securityRules: CheckRule[] = [
  blueprintRule({
    id: 'security.egress',
    place: { tab: 'setup' },
    title: 'Only named, public hosts are called',
    weight: 5,
    fix: 'Name each host; no wildcard, no address of a private network.',
    judge: ({ upstreams }) => {
      if (upstreams.length === 0) return notApplicable('The server calls no API.');
      const tokenHosts = upstreams.flatMap(tokenUrls).map((url) => new URL(url).host);
      const hosts = [...upstreams.flatMap(({ allowedHosts }) => allowedHosts), ...tokenHosts];
      const wrong = hosts.flatMap((host) => {
        const checked = checkOutboundUrl(`https://${host}/`, {
          ownHosts: [],
          allowsLoopback: false,
        });
        if (host.includes('*')) return [`${host}: a wildcard`];
        return checked.ok ? [] : [`${host}: ${checked.message}`];
      });
      return wrong.length === 0
        ? { status: 'pass', text: `May be called: ${[...new Set(hosts)].join(', ')}.` }
        : {
            status: 'fail',
            text: `${wrong.length} of ${hosts.length} hosts: ${nameSome(wrong).replace(/\.$/, '')}.`,
            got: listed(wrong),
          };
    },
  }),
  toolsRule({
    id: 'security.remoteRefs',
    title: 'No schema refers to another host',
    weight: 4,
    fix: 'Copy the schema in as a definition: a remote one may change, or make the server fetch internal addresses.',
    judge: (tools) => {
      const faults: ToolFault[] = [];
      eachSchema(tools, ({ schema: { $ref }, owner, path }) => {
        if (typeof $ref !== 'string' || $ref.startsWith('#')) return;
        faults.push({ tool: owner, what: `${$ref} at ${path}` });
      });
      return toVerdict(tools, 'fail', 'All references are local.', faults);
    },
  }),
  toolsRule({
    id: 'security.hiddenText',
    title: 'No text contains hidden characters',
    weight: 4,
    fix: 'Replace the hidden characters with visible ones: models read what people cannot see.',
    includesNoTools: true,
    judge: (tools, facts) => {
      const texts = findTexts(tools, facts);
      if (texts.length === 0) return notApplicable('The server shows no text.');
      const faults = texts
        .filter(({ text }) => hasHidden(text))
        .map(({ owner, place, text }): ToolFault => {
          const fault = {
            tool: owner,
            what: `in ${place}: ${toVisible(text).slice(0, MAX_SHOWN)}`,
            brief: '',
          };
          return place === 'title' || place === 'description'
            ? { ...fault, edits: [showTool(owner, place, text)] }
            : fault;
        });
      return judgeTexts('fail', texts, faults);
    },
  }),
  toolsRule({
    id: 'security.orders',
    title: 'No text gives instructions to the model',
    weight: 3,
    fix: 'Rewrite the text: it should say what the tool does, not what else to do.',
    includesNoTools: true,
    judge: (tools, facts) => {
      const texts = findTexts(tools, facts);
      if (texts.length === 0) return notApplicable('The server shows no text.');
      const faults = texts.flatMap(({ owner, place, text }): ToolFault[] => {
        const [order] = findOrders(text);
        if (order === undefined) return [];
        return [{ tool: owner, what: `“${order}” in ${place}`, brief: '' }];
      });
      return judgeTexts('warn', texts, faults);
    },
  }),
  serverRule({
    id: 'security.drift',
    title: 'The served tools match the blueprint word for word',
    weight: 4,
    fix: 'Deploy again. What is running is not what was reviewed.',
    judge: ({ tools }, { blueprint }) => {
      if (blueprint === null) return notApplicable(UNSEEN.compared);
      if (tools === null) return { status: 'fail', text: 'The server gave no list of tools.' };
      return findDrift(blueprint, tools);
    },
  }),
  filesRule({
    id: 'security.secrets',
    title: 'No file contains a credential',
    weight: 5,
    fix: 'Remove it, revoke it where it was issued, and store the new one as a secret.',
    judge: judgeSecrets,
  }),
  filesRule({
    id: 'security.lock',
    place: { tab: 'files', file: 'package.json' },
    title: 'Dependencies are pinned and locked',
    weight: 3,
    fix: 'Pin exact versions, and keep package-lock.json with their hashes.',
    judge: (files) => judgeLock(files),
  }),
];

/** A credential fails; an example of the imported document is told apart, and so is whose document that is. */
function judgeSecrets(files: ReadonlyMap<string, string>, { blueprint }: Facts): CheckVerdict {
  const found = [...files].flatMap(([path, text]) =>
    findSecrets(text).map(({ kind, line, shown, value }) => {
      return { value, path, words: `${path}:${line}: ${kind} ${shown}` };
    }),
  );
  const searched = `Searched ${files.size} files.`;
  if (found.length === 0) return { status: 'pass', text: searched };
  const values = [...new Set(found.map(({ value }) => value))];
  const documented = blueprint === null ? new Map() : findDocumented(blueprint, values);
  const own = found.filter(({ value }) => !documented.has(value));
  const [first] = own;
  const words = (own.length > 0 ? own : found).map((each) => each.words);
  if (first !== undefined) {
    const text = `${words.length} found: ${nameSome(words)}.`;
    const place = { tab: 'files' as const, file: first.path };
    return { status: 'fail', text, got: listed(words), place };
  }
  const count = values.length === 1 ? '1 value that looks' : `${values.length} values that look`;
  const text = `${searched} ${count} like a credential ${values.length === 1 ? 'is an example' : 'are examples'} of the imported document`;
  return [...documented.values()].every((place) => place === 'published')
    ? { status: 'pass', text: `${text}, which anybody can read.`, got: listed(words) }
    : {
        status: 'warn',
        text: `${text}, which was not fetched from an address: make sure that they are no real ones.`,
        got: listed(words),
      };
}

/** Makes hidden characters visible in one of the texts that an edit can change. */
function showTool(name: string, place: 'title' | 'description', text: string): FixEdit {
  return { edit: 'describeTool', name, [place]: toVisible(text) };
}
