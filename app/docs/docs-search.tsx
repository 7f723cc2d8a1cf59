import { Form, useSubmit } from 'react-router';

import { SearchField } from '#app/ui/search-field.tsx';

/** Searches the documentation as somebody types; works without scripts by Enter. */
export function DocsSearch({ q, isHere }: { q: string; isHere: boolean }) {
  const submit = useSubmit();
  return (
    <search>
      <Form action="/docs">
        <SearchField
          label="Search the documentation"
          placeholder="Search"
          name="q"
          defaultValue={q}
          maxLength={200}
          // On another page a search begins with Enter: it would take the page away while somebody types.
          onChange={
            isHere ? (event) => void submit(event.currentTarget.form, { replace: true }) : undefined
          }
        />
      </Form>
    </search>
  );
}
