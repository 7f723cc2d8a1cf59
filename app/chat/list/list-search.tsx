import { Form, useSubmit } from 'react-router';

import { SearchField } from '#app/ui/search-field.tsx';

interface Props {
  label: string;
  q: string;
  /** Parts of the address that stay as they are. */
  kept?: Record<string, string>;
  /** Id of the form, for other controls that belong to it. */
  formId?: string;
}

/** Searches a list by title as somebody types; the search is in the address. */
export function ListSearch({ label, q, kept = {}, formId }: Props) {
  const submit = useSubmit();
  return (
    <search className="grow max-sm:order-last max-sm:basis-full sm:max-w-80">
      <Form id={formId}>
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField
          label={label}
          name="q"
          defaultValue={q}
          maxLength={200}
          onChange={(event) => void submit(event.currentTarget.form, { replace: true })}
        />
      </Form>
    </search>
  );
}
