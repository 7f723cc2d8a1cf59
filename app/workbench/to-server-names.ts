import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';

/** The names that a screen shows of a server and its chat. */
export interface ServerNames {
  /** Name of the server; of one that nobody has named, the title of its chat. */
  heading: string;
  /** Title of the chat, beside the name of the server. */
  chat: string | null;
  /** Title of the page. */
  page: string;
}

/** The names of a server and its chat, whose title is null until something was said. */
export function toServerNames(
  title: string | null,
  { name, title: called = name }: Pick<Blueprint['identity'], 'name' | 'title'>,
): ServerNames {
  const isNamed = called !== BLANK_BLUEPRINT.identity.title;
  const chat = isNamed && title !== called ? title : null;
  const heading = isNamed ? called : (title ?? called);
  const page = [...(chat === null ? [] : [chat]), heading, 'MCP Builder'].join(' · ');
  return { heading, chat, page };
}
