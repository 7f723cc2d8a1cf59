import { data, type ShouldRevalidateFunctionArgs } from 'react-router';

import { isServer } from 'virtual:build';

import { readChatFor } from '#app/chat/read-chat.server.ts';
import { toVisitorFacts } from '#app/chat/share/to-visitor-facts.server.ts';
import { viewDraft } from '#app/drafts/draft-view.server.ts';
import { findDraftForPage } from '#app/drafts/find-draft-for-page.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/chat.route.ts';
import { readChatWidth } from './chat-width.ts';
import { readChatsChoice } from './chats-choice.ts';
import { toServerNames } from './to-server-names.ts';
import { publicMeta } from './public-meta.ts';
import { ServerScreen } from './server-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/**
 * Loads the draft as far as the caller may see it; its own screen keeps it fresh after that. Null: the root shows a
 * shell until the browser has shown who is signed in.
 */
export async function loader(args: Route.LoaderArgs) {
  const app = args.context.get(appContext);
  const found = await findDraftForPage(args, args.params.id);
  if (found === null) return data(null, { headers: HEADERS });
  const [draft, chat] = await Promise.all([
    viewDraft(app, found.head, found.access),
    readChatFor(app.env, found),
  ]);
  const cookies = args.request.headers.get('cookie');
  const layout = { chatWidth: readChatWidth(cookies), hasChats: readChatsChoice(cookies) };
  const shared = toVisitorFacts(found);
  return data({ draft, chat, layout, shared }, { headers: HEADERS });
}

/**
 * Tabs and tools are in the address; moving between them sends no request to the server. A
 * revalidation without a move means that the visitor changed: somebody signed in or out.
 */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentParams, nextParams, currentUrl, nextUrl } = change;
  return currentParams['id'] !== nextParams['id'] || currentUrl.href === nextUrl.href;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta(place: Route.MetaArgs) {
  const { loaderData } = place;
  const identity = loaderData?.draft.blueprint.identity ?? { name: 'Draft' };
  const { page } = toServerNames(loaderData?.chat.title ?? null, identity);
  const { draft, shared } = loaderData ?? {};
  const title = shared?.title ? `${shared.title} · MCP Builder` : page;
  if (!draft || !shared?.title) return [{ title }, { name: 'robots', content: 'noindex' }];
  // Crawlers read the facts that the server rendered. Those that run scripts see this list too: it must not say noindex.
  return isServer ? publicMeta(place, draft, shared) : [{ title }];
}

export default function Chat({ loaderData }: Route.ComponentProps) {
  if (loaderData === null) return null;
  const { draft, chat, layout, shared } = loaderData;
  return (
    <ServerScreen
      key={`${draft.id} ${draft.mayEdit}`}
      initial={draft}
      chat={chat}
      layout={layout}
      shared={shared}
    />
  );
}
