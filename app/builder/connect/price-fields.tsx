import { Field } from '#app/ui/field.tsx';

import type { ConnectionForm } from './use-connection-form.ts';

/** Price of the model, from the provider's list where that has one; without it no cost is shown. */
export function PriceFields({ form }: { form: ConnectionForm }) {
  const { fields, isKeeping, isPriceRight, isPriceListed } = form;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">
        Price in US dollars for a million tokens (optional)
      </legend>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Input"
          inputMode="decimal"
          readOnly={isKeeping}
          value={fields.inputPrice}
          onValue={(inputPrice) => form.price({ inputPrice })}
        />
        <Field
          label="Output"
          inputMode="decimal"
          readOnly={isKeeping}
          value={fields.outputPrice}
          onValue={(outputPrice) => form.price({ outputPrice })}
        />
      </div>
      <output className={`mt-1 block text-sm ${isPriceRight ? 'text-muted' : 'text-warn'}`}>
        {!isPriceRight
          ? 'Enter both as numbers, such as 3 and 15, or leave both empty.'
          : isPriceListed
            ? 'From the provider’s list.'
            : 'With it, each turn shows about what it costs.'}
      </output>
    </fieldset>
  );
}
