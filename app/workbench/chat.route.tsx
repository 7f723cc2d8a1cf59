import { data, type ShouldRevalidateFunctionArgs } from 'react-router';

import { readChatFor } from '#app/chat/read-chat.server.ts';
import { viewDraft } from '#app/drafts/draft-view.server.ts';
import { findDraftToShow } from '#app/drafts/find-draft.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/chat.route.ts';
import { readChatWidth } from './chat-width.ts';
import { readChatsChoice } from './chats-choice.ts';
import { toServerNames } from './to-server-names.ts';
import { ServerScreen } from './server-screen.tsx';

const HEADERS = { 'cache-control': 'private, no-store', vary: 'Cookie' };

/** Loads the draft as far as the caller may see it. Its own screen keeps it fresh after that. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const found = await findDraftToShow(app, request, params.id);
  if (!found.ok) throw data(null, { status: found.reason === 'expired' ? 410 : 404 });
  const { head, access } = found.value;
  const [draft, chat] = await Promise.all([
    viewDraft(app, head, access),
    readChatFor(app.env, found.value),
  ]);
  const cookies = request.headers.get('cookie');
  const layout = { chatWidth: readChatWidth(cookies), hasChats: readChatsChoice(cookies) };
  const { visibility = 'private' } = head;
  return data({ draft, chat, visibility, layout }, { headers: HEADERS });
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

export function meta({ loaderData }: Route.MetaArgs) {
  const identity = loaderData?.draft.blueprint.identity ?? { name: 'Draft' };
  const { page } = toServerNames(loaderData?.chat.title ?? null, identity);
  return [{ title: page }, { name: 'robots', content: 'noindex' }];
}

export default function Chat({ loaderData }: Route.ComponentProps) {
  const { draft, chat, visibility, layout } = loaderData;
  return (
    <ServerScreen
      key={`${draft.id} ${draft.mayEdit}`}
      initial={draft}
      chat={chat}
      visibility={visibility}
      layout={layout}
    />
  );
}
