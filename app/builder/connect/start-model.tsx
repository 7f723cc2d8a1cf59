import { useModelChoice } from './use-model-choice.ts';
import { ModelMenu } from './model-menu.tsx';
import { keepStartChoice, readStartChoice } from './start-choice.ts';

/** Model menu of the start page; the choice is passed to the new chat. */
export function StartModel() {
  const model = useModelChoice(readStartChoice(), keepStartChoice);
  return <ModelMenu model={model} />;
}
