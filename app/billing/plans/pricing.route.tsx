import { data, type ShouldRevalidateFunctionArgs } from 'react-router';

import { readLocale } from '#app/platform/locale/read-locale.ts';
import { loadPlanPrices } from '#app/billing/stripe/load-plan-prices.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/pricing.route.ts';
import { guessCurrency } from './guess-currency.ts';
import { readPlanQuery } from './plan-query.ts';
import { PricingScreen } from './pricing-screen.tsx';

/** They follow from who asks, and from where. */
const HEADERS = {
  'cache-control': 'private, no-store',
  vary: 'Cookie, Accept-Language, CF-IPCountry',
};

/** The prices in the visitor's currency, and the language to write them in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { headers, url } = request;
  const asked = readPlanQuery(new URL(url).searchParams).currency;
  const currency = asked ?? guessCurrency(headers.get('cf-ipcountry'));
  const prices = await loadPlanPrices(context.get(appContext), currency);
  return data({ prices, locale: readLocale(headers.get('accept-language')) }, { headers: HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Another interval changes nothing that the server knows. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const isAskedFor = currentUrl.href === nextUrl.href;
  const currencyOf = (url: URL) => url.searchParams.get('currency');
  return isAskedFor || currencyOf(currentUrl) !== currencyOf(nextUrl);
}

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'Pricing · MCP Builder',
    description:
      'What Free, Pro and Team cost and allow: projects, hosted calls and builder turns.',
  });
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return <PricingScreen {...loaderData} />;
}
