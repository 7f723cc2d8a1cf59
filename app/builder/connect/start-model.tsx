import { useModelChoice } from './use-model-choice.ts';
import { ModelMenu } from './model-menu.tsx';
import { keepStartChoice, readStartChoice } from './start-choice.ts';

/** Who will answer a chat that begins on the start page; the choice goes along with it. */
export function StartModel() {
  const model = useModelChoice(readStartChoice(), keepStartChoice);
  return <ModelMenu model={model} />;
}
