import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { SecretEnvironment } from '#app/projects/secrets/project-secret-owner.ts';
import { testProjectSecret } from '#app/projects/secrets/project-secrets-client.ts';
import type { SecretTest } from '#app/projects/secrets/project-secrets.ts';

/** Tests the value of a secret at its API, and keeps the last outcome. */
export function useSecretTest(project: string, environment: SecretEnvironment, name: string) {
  const [isTesting, setTesting] = useState(false);
  const [tested, setTested] = useState<SecretTest | null>(null);
  const [testFailure, setTestFailure] = useState<RequestFailure | null>(null);

  async function test(): Promise<void> {
    setTesting(true);
    forget();
    const outcome = await testProjectSecret(project, environment, name);
    setTesting(false);
    if (outcome.ok) setTested(outcome.value);
    else setTestFailure(outcome);
  }

  function forget(): void {
    setTested(null);
    setTestFailure(null);
  }

  return { isTesting, tested, testFailure, test, forget };
}
