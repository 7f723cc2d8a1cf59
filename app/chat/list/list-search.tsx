import { Form, useSubmit } from 'react-router';

import { SearchField } from '#app/ui/search-field.tsx';

/** Searches a list by title as somebody types; the search is in the address. */
export function ListSearch({ label, q }: { label: string; q: string }) {
  const submit = useSubmit();
  return (
    <search className="grow max-sm:order-last max-sm:basis-full sm:max-w-80">
      <Form>
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
