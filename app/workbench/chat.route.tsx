import { data, type ShouldRevalidateFunctionArgs } from 'react-router';

import { readChatFor } from '#app/chat/read-chat.server.ts';
import { viewDraft } from '#app/drafts/draft-view.server.ts';
import { findDraftForPage } from '#app/drafts/find-draft-for-page.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/chat.route.ts';
import { readChatWidth } from './chat-width.ts';
import { readChatsChoice } from './chats-choice.ts';
import { toServerNames } from './to-server-names.ts';
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
  return data({ draft, chat, layout }, { headers: HEADERS });
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
  const draft = place.loaderData?.draft;
  const identity = draft?.blueprint.identity ?? { name: 'Draft' };
  const { page } = toServerNames(place.loaderData?.chat.title ?? null, identity);
  if (draft?.visibility !== 'public')
    return [{ title: page }, { name: 'robots', content: 'noindex' }];
  const description = `${identity.name}: an MCP server to try out, and the conversation in which it was built.`;
  return pageMeta(place, { title: page, description });
}

export default function Chat({ loaderData }: Route.ComponentProps) {
  if (loaderData === null) return null;
  const { draft, chat, layout } = loaderData;
  return (
    <ServerScreen
      key={`${draft.id} ${draft.mayEdit}`}
      initial={draft}
      chat={chat}
      layout={layout}
    />
  );
}
