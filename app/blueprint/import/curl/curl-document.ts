import { toDocument } from '#app/blueprint/import/calls/to-document.ts';
import { refuse } from '#app/blueprint/import/import-failure.ts';
import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import type { ReadRoot } from '#app/blueprint/import/import-format.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import { METHODS, toCommandCall } from '#app/blueprint/import/calls/command-call.ts';
import type { CommandCall } from '#app/blueprint/import/calls/command-call.ts';
import { readCurlWords } from './curl-request.ts';
import { readShellWords } from './shell-words.ts';

/** Commands of one text at most: more are a recording, not what somebody pasted. */
const MAX_COMMANDS = 1_000;
/** Characters of a text with commands at most. */
const MAX_CHARACTERS = 1_000_000;

/**
 * The OpenAPI document (3.1) of the operations that cURL commands call. Commands with the same
 * method and path are calls of one operation; ids in paths become arguments; values of credentials
 * are left behind.
 */
export function readCurlScript(text: string, warnings: Warnings): Result<ReadRoot, ImportFailure> {
  if (text.length > MAX_CHARACTERS) {
    const message = `These cURL commands have ${text.length} characters; at most ${MAX_CHARACTERS} are read. Paste fewer of them.`;
    return refuse('unsupported', message);
  }
  const calls: CommandCall[] = [];
  const commands = readShellWords(text).filter(({ words }) =>
    /^curl(?:\.exe)?$/.test(words[0] ?? ''),
  );
  if (commands.length > MAX_COMMANDS) {
    const message = `These are ${commands.length} cURL commands; at most ${MAX_COMMANDS} are read. Paste fewer of them.`;
    return refuse('unsupported', message);
  }
  for (const { words, comment, line } of commands) {
    const { requests, unknown } = readCurlWords(words.slice(1));
    for (const option of unknown) {
      const name = toVisible(option).slice(0, 40);
      warnings.add(
        'curl',
        null,
        `Line ${line}: the option --${name} is not known and was left out.`,
      );
    }
    const made = requests.map((request) => toCommandCall(request, comment));
    if (made.length === 0) made.push(null);
    for (const call of made) {
      if (call && METHODS.test(call.method)) {
        calls.push(call);
        continue;
      }
      const method = toVisible(call?.method ?? '').slice(0, 40);
      const what = call ? `the method ${method} becomes no tool` : 'it names no http address';
      warnings.add('curl', null, `Line ${line}: this command was left out, because ${what}.`);
    }
  }
  const [first] = calls;
  if (!first) {
    const message =
      'None of these cURL commands calls an http address. Paste a command such as curl https://api.example.com/users.';
    return refuse('unusable', message);
  }
  warnDropped(calls, warnings);
  const main = calls.find(({ origin }) => origin !== null)?.origin ?? null;
  const document = toDocument(calls, {
    info: { title: titleOf(main), version: '1.0.0' },
    main,
    length: text.length,
    onElsewhere: (kept, elsewhere) => warnElsewhere(kept, elsewhere, warnings),
  });
  return succeed({ ...document, version: '' });
}

function warnDropped(calls: readonly CommandCall[], warnings: Warnings): void {
  const cookies = [...new Set(calls.flatMap(({ droppedCookies }) => droppedCookies))];
  if (cookies.length > 0) {
    const names = cookies.slice(0, 10).map(toVisible).join(', ');
    warnings.add('curl', null, `Cookies that look like no credential were left out: ${names}.`);
  }
  if (calls.some(({ credentials }) => credentials.length > 0)) {
    warnings.add(
      'security',
      null,
      'The values of credentials in the commands were not kept. Set them as secrets of the server.',
    );
  }
}

function warnElsewhere(
  first: CommandCall,
  elsewhere: readonly CommandCall[],
  warnings: Warnings,
): void {
  const others = new Set(elsewhere.map(({ origin }) => origin ?? 'an open address'));
  const message = `${first.method} ${first.template} is called at ${first.origin ?? 'an open address'}; what goes to ${[...others].join(', ')} was left out.`;
  warnings.add('curl', null, message);
}

/** `Stripe API` for `https://api.stripe.com`. */
function titleOf(origin: string | null): string {
  const host = origin === null ? '' : new URL(origin).hostname;
  if (!/[a-z]/i.test(host) || host === 'localhost' || host.startsWith('[')) return 'Local API';
  const labels = host.split('.');
  const isCountry = labels.length > 2 && /^(?:co|com|org|net|ac|gov)$/.test(labels.at(-2) ?? '');
  const name = labels.at(isCountry ? -3 : -2) ?? labels[0] ?? host;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} API`;
}
