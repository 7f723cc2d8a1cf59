import { Check, KeyRound, Plug, Unplug } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';

import { TAB_MODEL, type ModelChoice } from '#app/builder/models/model-choice.ts';
import { useDirection } from '#app/ui/locale/use-direction.ts';

import type { ModelChoosing } from './use-model-choice.ts';
import { ModelMenuButton } from './model-menu-button.tsx';

const ITEM =
  'flex min-h-9 cursor-default items-center gap-2 rounded-control px-2 outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

/** Menu of models, open from the start: its code is loaded on demand. */
export function ModelMenuList({
  model,
  isByKeyboard,
}: {
  model: ModelChoosing;
  /** It was opened with a key before this component was loaded. */
  isByKeyboard: boolean;
}) {
  const { models, chosen } = model;
  const takesFirst = useRef(isByKeyboard);
  const hasTab = models?.some(({ id }) => id === TAB_MODEL) ?? false;
  const hasStored = models?.some(({ id, own }) => own && id !== TAB_MODEL) ?? false;
  return (
    // A modal menu would add styles that the content policy forbids.
    <Primitive.Root dir={useDirection()} modal={false} defaultOpen>
      <Primitive.Trigger asChild>
        <ModelMenuButton model={model} />
      </Primitive.Trigger>
      {/* Within a landmark, so that screen readers find it. */}
      <Primitive.Portal container={document.querySelector('main')}>
        <Primitive.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget || !takesFirst.current) return;
            takesFirst.current = false;
            currentTarget.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) w-72 max-w-[calc(100vw-16px)] overflow-y-auto rounded-panel border bg-raised p-1 text-sm shadow-float"
        >
          <Primitive.Label className="px-2 py-1.5 text-muted">Model</Primitive.Label>
          <Primitive.RadioGroup value={chosen} onValueChange={model.pick}>
            {models?.map((each) => (
              <ModelItem key={each.id} model={each} />
            ))}
          </Primitive.RadioGroup>
          <Primitive.Separator className="mx-1 my-1 border-t" />
          <Action icon={<Plug aria-hidden />} onSelect={model.connecting.open}>
            Connect a model…
          </Action>
          {hasTab ? (
            <Action icon={<Unplug aria-hidden />} onSelect={model.disconnect}>
              Forget the key in this tab
            </Action>
          ) : null}
          {hasStored ? (
            <Primitive.Item asChild className={ITEM}>
              <Link to="/account">
                <KeyRound aria-hidden />
                Manage your keys
              </Link>
            </Primitive.Item>
          ) : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function ModelItem({ model }: { model: ModelChoice }) {
  return (
    <Primitive.RadioItem value={model.id} className={ITEM}>
      <span className="flex size-4 items-center justify-center">
        <Primitive.ItemIndicator>
          <Check aria-hidden className="text-blue" />
        </Primitive.ItemIndicator>
      </span>
      <span className="min-w-0 truncate">{model.label}</span>
      <span className="ms-auto shrink-0 ps-2 text-muted">{describeOrigin(model)}</span>
    </Primitive.RadioItem>
  );
}

function Action({
  icon,
  onSelect,
  children,
}: {
  icon: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Primitive.Item className={ITEM} onSelect={onSelect}>
      {icon}
      {children}
    </Primitive.Item>
  );
}

function describeOrigin({ id, own, kind }: ModelChoice): string {
  if (id === TAB_MODEL) return 'your key, this tab';
  if (own) return 'your key';
  return kind === 'built-in' ? 'no language model' : 'included';
}
