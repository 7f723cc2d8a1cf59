import { Button } from '#app/ui/button.tsx';
import { useReloadNeed } from '#app/ui/loading/reload-need.ts';

/** Offers the reload that alone brings a missing part of the page; nothing where none is missing. */
export function ReloadNote() {
  if (!useReloadNeed()) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 border-b bg-warn-tint px-4 py-2 text-sm"
    >
      <p>Part of this page could not be loaded. Reload to get it; what you typed is kept.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  );
}
