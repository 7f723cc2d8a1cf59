import type { ModelRequest, ModelScript } from '../../fakes/model-script.ts';
import type * as z from 'zod';

const CONTROL = 'https://models.invalid';

/** From workerd: says what the models answer to this key. */
export async function scriptModels(
  key: string,
  script: z.input<typeof ModelScript>,
): Promise<void> {
  const body = JSON.stringify(script);
  const response = await fetch(`${CONTROL}/scripts/${key}`, { method: 'PUT', body });
  if (!response.ok) throw new Error(await response.text());
}

/** From workerd: what was asked with this key. */
export async function readRequests(key: string): Promise<ModelRequest[]> {
  return (await fetch(`${CONTROL}/requests/${key}`)).json();
}

/** From workerd: lets everything that waits at a gate continue. */
export async function openGate(name: string): Promise<void> {
  await fetch(`${CONTROL}/gates/${name}`, { method: 'POST' });
}
