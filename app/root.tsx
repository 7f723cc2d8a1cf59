import { Suspense, type ReactNode } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import sansFont from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url';

import { readAnalyticsSettings } from '#app/analytics/consent.ts';
import { AuthStart } from '#app/auth/auth-start.tsx';
import { guardPages } from '#app/auth/guard-pages.server.ts';
import { isProtectedPath, mayBePrivatePath } from '#app/auth/protected-paths.ts';
import { toViewer, visitorContext } from '#app/auth/session/viewer.server.ts';
import { getShownNotice } from '#app/controls/current-controls.server.ts';
import { SitePalette } from '#app/palette/site-palette.tsx';
import { appContext } from '#app/platform/app-context.ts';
import { readTracedFailure } from '#app/platform/failures/traced-failure.ts';
import { takeMessage } from '#app/platform/one-time-message.server.ts';
import { namesMessage } from '#app/platform/one-time-message.ts';
import { readTheme } from '#app/platform/theme.ts';
import { NotFound } from '#app/site/not-found.tsx';
import { PageMessage } from '#app/site/page-message.tsx';
import { SiteShell } from '#app/site/site-shell.tsx';
import { readNonce } from '#app/ui/read-nonce.ts';

import { lazyPart } from './ui/loading/lazy-part.tsx';
import type { Route } from './+types/root.ts';
import './styles.css';

export function links() {
  return [
    { rel: 'preload', href: sansFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ];
}

export const middleware: Route.MiddlewareFunction[] = [guardPages];

/**
 * The theme, so that nothing flashes, the request's id for the error page, whom the page is rendered
 * for, whether use is counted, and what the page before had to say.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { requestId, config } = app;
  const cookies = request.headers.get('cookie');
  const taken = await takeMessage(app, request);
  const root = {
    origin: app.origin,
    theme: readTheme(cookies),
    requestId,
    analytics: readAnalyticsSettings(config, cookies),
    message: taken?.message ?? null,
    notice: await getShownNotice(app, cookies),
    viewer: toViewer(context.get(visitorContext)),
  };
  return data(root, taken ? { headers: { 'set-cookie': taken.setCookie } } : undefined);
}

/**
 * Loaded once, because the theme's switch writes document and cookie by itself, and again when the
 * page asks (somebody signed in or out), at each protected screen, so that it is guarded, and when
 * somebody has left a message.
 */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const isAskedFor = currentUrl.href === nextUrl.href;
  return isAskedFor || isProtectedPath(nextUrl.pathname) || namesMessage(document.cookie);
}

// Most pages need none of these.
const AnalyticsConsent = lazyPart(
  async () => (await import('#app/analytics/analytics-consent.tsx')).AnalyticsConsent,
);
const ErrorPage = lazyPart(async () => (await import('#app/site/error-page.tsx')).ErrorPage);
const NoticeBanner = lazyPart(
  async () => (await import('#app/controls/notice-banner.tsx')).NoticeBanner,
);
const StalePage = lazyPart(
  async () => (await import('#app/auth/session/stale-page.tsx')).StalePage,
);

/** On the server React Router gives each element the response's nonce; here it is read back. */
const nonce = typeof document === 'undefined' ? undefined : readNonce();

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const theme = root?.theme ?? 'system';
  return (
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <SiteShell
          theme={theme}
          notice={
            <>
              {root?.notice ? (
                <Suspense>
                  <NoticeBanner notice={root.notice} />
                </Suspense>
              ) : null}
              <AuthStart rendered={root} />
            </>
          }
        >
          {children}
        </SiteShell>
        <SitePalette />
        <PageMessage message={root?.message ?? null} />
        {root?.analytics ? (
          <Suspense>
            <AnalyticsConsent />
          </Suspense>
        ) : null}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  const { pathname } = useLocation();
  const leaf = useMatches().at(-1);
  const state = useRouteLoaderData<typeof loader>('root')?.viewer?.state;
  const isShell =
    isProtectedPath(pathname) || (mayBePrivatePath(pathname) && leaf?.loaderData === null);
  if (state !== 'stale' || !isShell) return <Outlet />;
  return (
    <Suspense>
      <StalePage />
    </Suspense>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const requestId = useRouteLoaderData<typeof loader>('root')?.requestId;
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFound why={typeof error.data === 'string' ? error.data : null} />;
  }
  return (
    <Suspense fallback={<h1 className="m-auto text-xl">Something went wrong. Reload the page.</h1>}>
      <ErrorPage error={error} requestId={readTracedFailure(error) ?? requestId} />
    </Suspense>
  );
}
