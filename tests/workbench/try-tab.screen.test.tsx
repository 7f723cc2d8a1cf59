import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { openServerPane } from '../setup/screens/open-server-pane.tsx';
import { refill } from '../setup/screens/refill.ts';

async function openForm(tool: string) {
  const { user } = await openServerPane(`tab=try&tool=${tool}`);
  const form = within(await screen.findByRole('form', { name: `Arguments of ${tool}` }));
  const field = (name: string) => form.getAllByLabelText<HTMLInputElement>(name)[0]!;
  return {
    user,
    form,
    field,
    json: () => form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Arguments as JSON' }),
    show: (mode: 'Form' | 'JSON') => user.click(form.getByRole('radio', { name: mode })),
    send: () => user.click(form.getByRole('button', { name: /^Send/ })),
  };
}

const result = () => within(screen.getByRole('region', { name: 'Result' }));
const problems = (field: HTMLElement) =>
  document.querySelector(`#${CSS.escape(field.getAttribute('aria-describedby') ?? '')}`)
    ?.textContent;

test('form and JSON show the same arguments', async () => {
  const { user, field, json, show } = await openForm('getPetById');
  await refill(user, field('petId'), '4711');
  await show('JSON');
  expect(JSON.parse(json().value)).toEqual({ petId: 4711 });
  await refill(user, json(), '{"petId": 12}');
  await show('Form');
  expect(field('petId').value).toBe('12');
});

test('broken JSON is told, and not sent', async () => {
  const { user, form, json, show } = await openForm('getPetById');
  await show('JSON');
  await refill(user, json(), '{"petId": }');
  expect(form.getByRole('alert').textContent).toMatch(/^Invalid JSON: /);
  expect(form.getByRole('button', { name: /^Send/ })).toHaveProperty('disabled', true);
  expect(json().value).toBe('{"petId": }');
  await show('Form');
  expect(form.getByText('Fix the JSON to see the form again.')).toBeTruthy();
});

test('a wrong argument is answered by the server with its name', async () => {
  const { user, json, show, send } = await openForm('getPetById');
  await show('JSON');
  await refill(user, json(), '{"petId": "ten"}');
  await send();
  expect((await result().findByText(/petId/)).textContent).toMatch(/integer/);
});

test('an object with lists inside is filled in by its form', async () => {
  const { user, form, field, json, show, send } = await openForm('addPet');
  expect(form.getAllByText('photoUrls').length).toBeGreaterThan(0);
  await refill(user, field('name'), 'Rex');
  const before = form.queryAllByLabelText(/^photoUrls \d/).length;
  await user.click(form.getByRole('button', { name: 'Add an item to photoUrls' }));
  expect(form.getAllByLabelText(/^photoUrls \d/).length).toBeGreaterThan(before);
  await show('JSON');
  expect(json().value).toContain('"name": "Rex"');
  await send();
  expect(await result().findByText('Mock upstream')).toBeTruthy();
});

test('arguments start with an example, so that the first Send succeeds', async () => {
  const { user, form, field, send } = await openForm('getPetById');
  const example = field('petId').value;
  expect(example).toMatch(/^\d+$/);
  await send();
  expect((await result().findAllByText('OK')).length).toBeGreaterThan(0);
  await refill(user, field('petId'), '77');
  await user.click(form.getByRole('button', { name: 'Reset' }));
  expect(field('petId').value).toBe(example);
});

test('a call is saved as a test once a project keeps the server, which is said before', async () => {
  const { user, send } = await openForm('getPetById');
  await send();
  await user.click(await result().findByRole('button', { name: 'Save as test' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as test' }));
  expect(dialog.getByText(/save the server as a project first/)).toBeTruthy();
});

test('an optional body is there to be filled in, and can be taken out', async () => {
  const { user, form, field, json, show } = await openForm('updatePetWithForm');
  expect(field('status')).toBeTruthy();
  await show('JSON');
  expect(JSON.parse(json().value)).toHaveProperty('body');
  await show('Form');
  await user.click(form.getByRole('button', { name: 'Unset body' }));
  await show('JSON');
  expect(JSON.parse(json().value)).not.toHaveProperty('body');
});

test('what is wrong stands at its field, until it is put right', async () => {
  const { user, form, field, json, show, send } = await openForm('addPet');
  await refill(user, field('name'), '');
  await send();
  expect(field('name').getAttribute('aria-invalid')).toBe('true');
  expect(problems(field('name'))).toMatch(/^Is required/);
  expect(form.getByRole('alert').textContent).toBe('1 argument is not valid');
  await refill(user, field('name'), 'Rex');
  expect(field('name').getAttribute('aria-invalid')).toBe('false');
  expect(form.queryByRole('alert')).toBeNull();
  await show('JSON');
  await refill(user, json(), '{"body": {"photoUrls": 1}}');
  expect(form.getByRole('list', { name: 'Problems' }).textContent).toContain(
    'body.name Is required',
  );
});

test('the last calls are kept, and one of them is shown again', async () => {
  const { user, field, send } = await openForm('getPetById');
  for (const id of ['1', '2']) {
    await refill(user, field('petId'), id);
    await send();
    await result().findByText(/^\d+ ms$/);
  }
  const calls = within(await screen.findByRole('region', { name: 'Last calls' }));
  expect(calls.getAllByRole('button')).toHaveLength(2);
  await user.click(calls.getAllByRole('button')[1]!);
  expect(field('petId').value).toBe('1');
});

test('another tool is found by typing, with the keyboard only, and called', async () => {
  const { user } = await openForm('addPet');
  const picker = screen.getByRole<HTMLInputElement>('combobox', { name: 'Tool' });
  picker.focus();
  await user.keyboard('inventory{Enter}');
  expect(picker.value).toBe('getInventory');
  const form = await screen.findByRole('form', { name: 'Arguments of getInventory' });
  const send = within(form).getByRole('button', { name: /^Send/ });
  for (let step = 0; step < 8 && document.activeElement !== send; step += 1) await user.tab();
  await user.keyboard('{Enter}');
  expect(await result().findByText('Mock upstream')).toBeTruthy();
});

test('a call shows what went over the wire, without the token', async () => {
  const { user, send } = await openForm('getPetById');
  await send();
  await user.click(await result().findByRole('radio', { name: 'Request and response' }));
  const section = screen.getByRole('region', { name: 'Result' });
  expect(section.textContent).toContain('"method": "tools/call"');
  expect(section.textContent).toContain('HTTP 200');
  expect(section.textContent).toContain('Bearer ••••••••');
});
