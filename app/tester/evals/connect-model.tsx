import { Plug } from 'lucide-react';

import { ConnectWindow } from '#app/builder/connect/connect-window.tsx';
import type { ModelChoosing } from '#app/builder/connect/use-model-choice.ts';
import { Button } from '#app/ui/button.tsx';

/** Opens the window in which a model is connected. */
export function ConnectModel({ model }: { model: ModelChoosing }) {
  return (
    <>
      <Button onClick={model.connecting.open}>
        <Plug aria-hidden />
        Connect a model
      </Button>
      <ConnectWindow model={model} />
    </>
  );
}
