import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';

import sansFont from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url';

import { toViewer, visitorContext } from '#app/auth/viewer.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { readTheme } from '#app/platform/theme.ts';
import { ErrorPage } from '#app/site/error-page.tsx';
import { NotFound } from '#app/site/not-found.tsx';
import { SiteShell } from '#app/site/site-shell.tsx';
import { readNonce } from '#app/ui/read-nonce.ts';

import type { Route } from './+types/root.ts';
import './styles.css';

export function links() {
  return [
    { rel: 'preload', href: sansFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ];
}

/**
 * The theme, so that nothing flashes, the request's id for the error page, whom the page is rendered
 * for, and where people sign in.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { requestId, config } = context.get(appContext);
  return {
    theme: readTheme(request.headers.get('cookie')),
    requestId,
    viewer: toViewer(context.get(visitorContext)),
    identity: {
      apiKey: config.FIREBASE_API_KEY,
      authDomain: config.FIREBASE_AUTH_DOMAIN,
      projectId: config.FIREBASE_PROJECT_ID,
      tokenSyncUrl: config.TOKEN_SYNC_URL,
    },
  };
}

/** Loaded once: the theme's switch writes document and cookie by itself. */
export function shouldRevalidate() {
  return false;
}

/** On the server React Router gives each element the response's nonce; here it is read back. */
const nonce = typeof document === 'undefined' ? undefined : readNonce();

export function Layout({ children }: { children: ReactNode }) {
  const theme = useRouteLoaderData<typeof loader>('root')?.theme ?? 'system';
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
        <SiteShell theme={theme}>{children}</SiteShell>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const requestId = useRouteLoaderData<typeof loader>('root')?.requestId;
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <ErrorPage error={error} requestId={requestId} />;
}
