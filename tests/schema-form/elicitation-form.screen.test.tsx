import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import type { JsonObject } from '#app/runtime/definition.ts';
import { ElicitationForm, type ElicitationAnswer } from '#app/schema-form/elicitation-form.tsx';
import { SchemaForm } from '#app/schema-form/schema-form.tsx';

import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';

const requestedSchema: JsonObject = {
  type: 'object',
  properties: {
    email: { type: 'string', format: 'email', title: 'Your address' },
    seats: { type: 'integer', minimum: 1, maximum: 8, default: 2 },
    size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
    extras: {
      type: 'array',
      items: { anyOf: [{ const: 'wifi', title: 'Wi-Fi' }, { const: 'tea' }] },
    },
  },
  required: ['email'],
};

function ask(params: JsonObject) {
  const answers: ElicitationAnswer[] = [];
  render(<ElicitationForm params={params} onAnswer={(answer) => answers.push(answer)} />);
  return { user: startUser(), answers };
}

test('a request is answered with the fields, their defaults included, once they are valid', async () => {
  const { user, answers } = ask({ message: 'Book a table', requestedSchema });
  expect(screen.getByText('Book a table')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  const email = screen.getByLabelText<HTMLInputElement>('email');
  const problem = document.querySelector(`#${CSS.escape(email.getAttribute('aria-describedby')!)}`);
  expect(problem?.textContent).toMatch(/^Is required/);
  expect(answers).toEqual([]);

  await refill(user, email, 'ada@example.com');
  await user.selectOptions(screen.getByLabelText('size'), 'Large (l)');
  await user.click(screen.getByRole('checkbox', { name: 'Wi-Fi (wifi)' }));
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(answers).toEqual([
    {
      action: 'accept',
      content: { seats: 2, email: 'ada@example.com', size: 'l', extras: ['wifi'] },
    },
  ]);
});

test('an answer that is not valid is sent only when somebody says so; a text that is no number never', async () => {
  const { user, answers } = ask({ message: '', requestedSchema });
  await refill(user, screen.getByLabelText('email'), 'a@example.com');
  await refill(user, screen.getByLabelText('seats'), '12');
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(screen.getByRole('alert').textContent).toContain('1 field is not valid');
  await refill(user, screen.getByLabelText('seats'), 'many');
  expect(screen.getByText('This is not a number.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Accept' })).toHaveProperty('disabled', true);
  await refill(user, screen.getByLabelText('seats'), '12');
  await user.click(screen.getByRole('button', { name: 'Send as it is' }));
  expect(answers).toEqual([{ action: 'accept', content: { seats: 12, email: 'a@example.com' } }]);
});

test('a request is declined or cancelled without an answer', async () => {
  const { user, answers } = ask({ message: 'x', requestedSchema });
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(answers).toEqual([{ action: 'decline' }, { action: 'cancel' }]);
});

test('an address is shown in full and opened on a click; one that is not of the web never', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, answers } = ask({
    mode: 'url',
    message: 'Pay',
    url: 'https://pay.example.com/a?b=c',
  });
  expect(screen.getByText('https://pay.example.com/a?b=c')).toBeTruthy();
  expect(open).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Open and accept' }));
  expect(open).toHaveBeenCalledWith(
    'https://pay.example.com/a?b=c',
    '_blank',
    'noopener,noreferrer',
  );
  expect(answers).toEqual([{ action: 'accept' }]);
  ask({ mode: 'url', message: '', url: 'javascript:alert(1)' });
  expect(screen.getAllByRole('button', { name: 'Open and accept' })).toHaveLength(1);
});

test('going back to an alternative brings back what it held', async () => {
  const schema: JsonObject = {
    properties: {
      to: {
        oneOf: [
          {
            title: 'Mail',
            required: ['mail'],
            properties: { mail: { type: 'string' }, note: { type: 'string' } },
          },
          {
            title: 'Phone',
            required: ['phone'],
            properties: { phone: { type: 'string' }, note: { type: 'string' } },
          },
        ],
      },
    },
  };
  let value: JsonObject = { to: { mail: 'a@b.c', note: 'x' } };
  const form = () => (
    <SchemaForm
      schema={schema}
      value={value}
      problems={new Map()}
      onChange={(next) => {
        value = next;
        page.rerender(form());
      }}
    />
  );
  const page = render(form());
  const user = startUser();
  await user.selectOptions(screen.getByLabelText('Kind of to'), 'Phone');
  expect(value).toEqual({ to: { note: 'x' } });
  await user.selectOptions(screen.getByLabelText('Kind of to'), 'Mail');
  expect(value).toEqual({ to: { mail: 'a@b.c', note: 'x' } });
});
