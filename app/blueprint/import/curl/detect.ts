import type { TextStart } from '#app/blueprint/import/text/text-start.ts';

/** Characters and lines in which the first command must stand. */
const MAX_CHARACTERS = 20_000;
const MAX_LINES = 200;

/** Whether a text is a script whose first command is cURL's; prompts, comments, fences and variables may precede it. */
export function isCurlScript({ source }: TextStart): boolean {
  for (const line of source.slice(0, MAX_CHARACTERS).split('\n', MAX_LINES)) {
    const rest = line.trim().replace(/^[$%>] */, '');
    if (rest === '' || /^(?:#(?!%)|```)/.test(rest)) continue;
    const command = rest.replace(/^(?:export +)?[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|[^\s'"]*) */, '');
    if (command === '' || command === ';') continue;
    return /^curl(?:\.exe)?(?:\s|$)/.test(command);
  }
  return false;
}
