import { RefreshCw } from 'lucide-react';
import { useId } from 'react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

import type { ConnectionForm } from './use-connection-form.ts';

const MAX_SHOWN = 100;

/** Name of the model: typed, or picked from the provider's list or our suggestions. */
export function ModelField({ form }: { form: ConnectionForm }) {
  const { offered, preset, fields } = form;
  const id = useId();
  const isListed = offered !== null && offered !== 'loading' && offered.ok;
  const known = isListed ? offered.models : preset.models.map((model) => ({ id: model }));
  const wanted = fields.model.trim().toLowerCase();
  const isPicked = known.some((model) => model.id.toLowerCase() === wanted);
  const found = known.filter((model) => isPicked || model.id.toLowerCase().includes(wanted));
  const shown = found.length > 0 ? found : known;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Model
      </label>
      <Input
        id={id}
        spellCheck={false}
        readOnly={form.isKeeping}
        value={fields.model}
        onChange={(event) => form.change({ model: event.currentTarget.value })}
      />
      {shown.length > 0 ? (
        <ScrollArea
          label={isListed ? 'Models of this provider' : 'Suggested models'}
          className="mt-1.5 max-h-36 rounded-control border p-1"
        >
          <ul className="flex flex-wrap gap-1">
            {shown.slice(0, MAX_SHOWN).map((model) => (
              <li key={model.id} className="max-w-full">
                <button
                  type="button"
                  aria-pressed={model.id === fields.model}
                  className="min-h-7 max-w-full rounded-control px-2 text-start font-mono text-sm wrap-anywhere hover:bg-hover aria-pressed:bg-blue-tint aria-pressed:text-blue pointer-coarse:min-h-11"
                  onClick={() => form.change({ model: model.id })}
                >
                  {model.id}
                </button>
              </li>
            ))}
          </ul>
        </ScrollArea>
      ) : null}
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <output className="text-sm text-muted wrap-anywhere">{describeList(form, isListed)}</output>
        {preset.listsNothing ? null : (
          <Button
            variant="ghost"
            className="-me-3 ms-auto"
            disabled={!form.canList || offered === 'loading'}
            onClick={form.list}
          >
            <RefreshCw aria-hidden />
            Load model list
          </Button>
        )}
      </div>
    </div>
  );
}

function describeList({ offered, preset }: ConnectionForm, isListed: boolean): string {
  if (offered === 'loading') return 'Loading the list of models';
  if (offered !== null && !offered.ok) return offered.detail;
  if (!isListed || offered === null) {
    return preset.models.length > 0 ? 'Suggestions. You can also type any other model name.' : '';
  }
  const count = offered.models.length;
  if (count === 0) return 'The provider lists no models.';
  const more = count > MAX_SHOWN ? ' Type to narrow the list.' : '';
  return `${formatCount(count)} ${count === 1 ? 'model' : 'models'} listed by ${preset.name}.${more}`;
}
