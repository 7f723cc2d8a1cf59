import type { JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { ChoiceField } from './choice-field.tsx';
import { FileField } from './file-field.tsx';
import type { FormField } from './form-field.ts';
import { JsonField } from './json-field.tsx';
import { ListField } from './list-field.tsx';
import { NumberField } from './number-field.tsx';
import { ObjectField } from './object-field.tsx';
import { PicksField } from './picks-field.tsx';
import { TextField } from './text-field.tsx';
import { VariantsField } from './variants-field.tsx';

export interface ControlProps {
  id: string;
  path: string;
  name: string;
  field: FormField;
  value: JsonValue | undefined;
  keepsEmpty: boolean;
  /** Id of the element that shows the problem of the value. */
  problemId?: string;
  onChange: (value: JsonValue | undefined) => void;
}

/** The control of a field, by its shape. The value is one that the shape can show. */
export function FieldControl(props: ControlProps) {
  const { id, path, name, field, value, onChange } = props;
  const { shape } = field;
  const list = Array.isArray(value) ? value : [];
  switch (shape.kind) {
    case 'constant':
      return (
        <code id={id} className="wrap-anywhere">
          {JSON.stringify(shape.value)}
        </code>
      );
    case 'choice':
      return <ChoiceField {...props} options={shape.options} titles={shape.titles} />;
    case 'picks':
      return <PicksField {...props} {...shape} value={list} />;
    case 'boolean':
      return <ChoiceField {...props} options={[true, false]} />;
    case 'number':
      return <NumberField {...props} isInteger={shape.isInteger} />;
    case 'text':
      return <TextField {...props} format={shape.format} isLong={shape.isLong} />;
    case 'file':
      return <FileField {...props} />;
    case 'object':
      return (
        <ObjectField
          path={path}
          shape={shape}
          value={isJsonObject(value) ? value : {}}
          onChange={onChange}
        />
      );
    case 'list':
      return <ListField path={path} name={name} shape={shape} value={list} onChange={onChange} />;
    case 'variants':
      return (
        <VariantsField
          path={path}
          name={name}
          variants={shape.variants}
          value={value ?? null}
          onChange={onChange}
        />
      );
    case 'json':
      return <JsonField {...props} />;
  }
}
