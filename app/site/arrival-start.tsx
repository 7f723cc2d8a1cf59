import { Suspense } from 'react';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useIdle } from '#app/ui/loading/use-idle.ts';

const PageArrival = lazyPart(async () => (await import('./page-arrival.tsx')).PageArrival);

/** Loads what follows the opened pages once there is nothing else to do; stands behind their content. */
export function ArrivalStart() {
  if (!useIdle()) return null;
  return (
    <Suspense>
      <PageArrival />
    </Suspense>
  );
}
