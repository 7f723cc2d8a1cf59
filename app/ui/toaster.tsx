import { Suspense, useEffect, useState } from 'react';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useIdle } from '#app/ui/loading/use-idle.ts';

import { listenForToasts, type Toast } from './show-toast.ts';

const ToastList = lazyPart(async () => (await import('./toast-list.tsx')).ToastList);

/**
 * Where toasts appear; one a screen. Their code comes once the page is idle, so that it is there when the
 * connection is lost, and a toast of before waits for it.
 */
export function Toaster() {
  const [waiting, setWaiting] = useState<Toast[]>([]);
  const isIdle = useIdle();
  useEffect(() => listenForToasts((toast) => setWaiting((toasts) => [...toasts, toast])), []);
  if (!isIdle && waiting.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ToastList
        waiting={waiting}
        onShown={(taken) =>
          setWaiting((toasts) => toasts.filter((toast) => !taken.includes(toast)))
        }
      />
    </Suspense>
  );
}
