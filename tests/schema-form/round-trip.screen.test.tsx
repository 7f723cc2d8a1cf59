import { readFileSync } from 'node:fs';

import { fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';
import { toFieldPlace, toPlace } from '#app/schema-form/field-place.ts';
import { SchemaForm } from '#app/schema-form/schema-form.tsx';

import { HARD_SCHEMAS } from './hard-schemas.ts';

type Definitions = Record<string, JsonSchema>;
type Change = (value: JsonObject) => void;

const NOTHING_WRONG = new Map<string, string>();

/** A form that keeps what it is told. */
function Form({
  schema,
  start,
  onChange,
}: {
  schema: JsonSchema;
  start: JsonObject;
  onChange: Change;
}) {
  const [value, setValue] = useState(start);
  return (
    <SchemaForm
      schema={schema}
      value={value}
      problems={NOTHING_WRONG}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}

/** Places of the values, at any depth, that no control shows as they are. */
function findHidden(page: HTMLElement, value: JsonValue): string[] {
  const controls = new Map<string, Element>();
  for (const control of page.querySelectorAll('[id^="arg-"]')) {
    controls.set(toPlace(control.id.slice('arg-'.length)), control);
  }
  const hidden: string[] = [];
  const visit = (part: JsonValue, tokens: string[]) => {
    const control = controls.get(toFieldPlace(tokens));
    if (control !== undefined && shows(control, part)) return;
    const inner: [string, JsonValue][] = Array.isArray(part)
      ? part.map((item, index) => [String(index), item])
      : isJsonObject(part)
        ? Object.entries(part)
        : [];
    if (typeof part !== 'object' || part === null) hidden.push(toFieldPlace(tokens));
    for (const [name, item] of inner) visit(item, [...tokens, name]);
  };
  visit(value, []);
  return hidden;
}

/** Whether a control shows exactly this value. */
function shows(control: Element, value: JsonValue): boolean {
  const is = (other: JsonValue) => JSON.stringify(other) === JSON.stringify(value);
  if (control instanceof HTMLTextAreaElement && labelOf(control).endsWith(' as JSON')) {
    return control.value !== '' && is(JSON.parse(control.value));
  }
  if (control instanceof HTMLSelectElement) {
    const picked = control.querySelector<HTMLOptionElement>('option[selected]')?.value ?? '';
    return picked !== '' && is(JSON.parse(picked));
  }
  if (control instanceof HTMLInputElement && control.type === 'file') {
    return isJsonObject(value) && typeof value['data'] === 'string' && !('hash' in value);
  }
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    return typeof value === 'number' ? Number(control.value) === value : asShown(control) === value;
  }
  if (control.tagName === 'FIELDSET') {
    const picked = control.querySelectorAll('input:checked');
    return Array.isArray(value) && picked.length === value.length;
  }
  return is(JSON.parse(control.textContent));
}

function labelOf(control: Element): string {
  return control.getAttribute('aria-label') ?? '';
}

/** A text area has its lines end in one way only, until somebody writes into it. */
function asShown(control: HTMLInputElement | HTMLTextAreaElement): string {
  return control instanceof HTMLTextAreaElement ? control.defaultValue : control.value;
}

function showOnPage(schema: JsonSchema, definitions: Definitions, value: JsonObject): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <SchemaForm
      schema={schema}
      definitions={definitions}
      value={value}
      problems={NOTHING_WRONG}
      onChange={() => {}}
    />,
  );
  return page;
}

test.each(HARD_SCHEMAS)('every value is shown as it is: $name', ({ schema, values }) => {
  for (const value of values) {
    expect(findHidden(showOnPage(schema, {}, value), value)).toEqual([]);
  }
});

test.each(['petstore-3.0.json', 'petstore-2.0.yaml', 'rclone-3.1.yaml', 'asana-3.0.json'])(
  'every value of the tools of %s is shown as it is',
  async (name) => {
    const imported = await importDocument(readFileSync(`tests/specs/${name}`, 'utf8'));
    if (!imported.ok) throw new Error(imported.message);
    const { tools, definitions } = imported.value.blueprint;
    let shown = 0;
    for (const { inputSchema } of tools) {
      const value = sampleSchema(inputSchema, definitions, { withOptional: true });
      if (!isJsonObject(value)) continue;
      expect(findHidden(showOnPage(inputSchema, definitions, value), value)).toEqual([]);
      shown += 1;
    }
    expect(shown).toBeGreaterThan(0);
  },
);

/** Another text for a control, and the one that it had. */
function otherText(control: Element): [other: string, before: string] | null {
  if (control instanceof HTMLSelectElement) {
    if (control.getAttribute('aria-label')?.startsWith('Kind of ')) return null;
    const other = [...control.options].find(({ value }) => value !== '' && value !== control.value);
    return other === undefined ? null : [other.value, control.value];
  }
  if (!(control instanceof HTMLInputElement) && !(control instanceof HTMLTextAreaElement))
    return null;
  if (labelOf(control).endsWith(' as JSON')) return ['"something else"', control.value];
  if (labelOf(control) === 'Name of another property' || control.type === 'file') return null;
  if (labelOf(control) === 'Property name') return [`${control.value}-other`, control.value];
  if (control.type === 'date') return ['2020-01-01', control.value];
  return [`${control.value}1`, control.value];
}

test.each(HARD_SCHEMAS)(
  'a change in a field and back leaves every value: $name',
  ({ schema, values }) => {
    for (const start of values) {
      let value = start;
      const page = render(
        <Form schema={schema} start={start} onChange={(next) => (value = next)} />,
      );
      const count = page.container.querySelectorAll('input, textarea, select').length;
      for (let at = 0; at < count; at += 1) {
        const find = () => page.container.querySelectorAll('input, textarea, select')[at];
        const control = find();
        if (control instanceof HTMLInputElement && control.type === 'checkbox') continue;
        const texts = control === undefined ? null : otherText(control);
        if (control === undefined || texts === null) continue;
        // Emptying a field unsets it, and the lines of a text area end in one way.
        if (texts[1] === '' || texts[1].includes('\r')) continue;
        fireEvent.change(control, { target: { value: texts[0] } });
        const again = find();
        if (again !== undefined) fireEvent.change(again, { target: { value: texts[1] } });
        expect(sorted(value), `${control.id} ${labelOf(control)}`).toEqual(sorted(start));
      }
      page.unmount();
    }
  },
);

/** A name that is taken out and set again stands last. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}
