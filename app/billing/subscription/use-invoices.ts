import { useEffect, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { requestInvoices } from '#app/billing/billing-client.ts';

import type { Invoice } from './own-subscription.ts';

/** Invoices as far as they are loaded. */
interface InvoiceState {
  /** Null: not even the first page. */
  invoices: Invoice[] | null;
  hasMore: boolean;
  isLoading: boolean;
  failure: RequestFailure | null;
}

const START: InvoiceState = { invoices: null, hasMore: false, isLoading: true, failure: null };

/** Loads the first page of the invoices, and the next one with each call of `loadMore`, which also retries. */
export function useInvoices(): InvoiceState & { loadMore: () => void } {
  const [state, setState] = useState<InvoiceState>(START);

  useEffect(() => {
    let isCurrent = true;
    void loadAfter([]).then((loaded) => {
      if (isCurrent) setState((before) => ({ ...before, ...loaded }));
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  async function loadMore() {
    setState((before) => ({ ...before, isLoading: true, failure: null }));
    const loaded = await loadAfter(state.invoices ?? []);
    setState((before) => ({ ...before, ...loaded }));
  }
  return { ...state, loadMore: () => void loadMore() };
}

/** The invoices with those of the next page; where it cannot be loaded, only that. */
async function loadAfter(known: Invoice[]): Promise<Partial<InvoiceState>> {
  const page = await requestInvoices(known.at(-1)?.id ?? null);
  if (!page.ok) return { isLoading: false, failure: page };
  return {
    invoices: [...known, ...page.value.invoices],
    hasMore: page.value.hasMore,
    isLoading: false,
    failure: null,
  };
}
