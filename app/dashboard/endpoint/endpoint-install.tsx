import { InstallClient } from '#app/workbench/connect/install-client.tsx';
import { useOrigin } from '#app/workbench/connect/use-origin.ts';

/** Stands for a key in snippets: it was shown once, and we do not have it. */
export const KEY_PLACE = 'YOUR_API_KEY';

/** How clients are connected to the endpoint of a project. */
export function EndpointInstall({ slug, isPublic }: { slug: string; isPublic: boolean }) {
  const origin = useOrigin();
  return (
    <InstallClient
      name={slug}
      url={`${origin}/mcp/${slug}`}
      token={isPublic ? null : KEY_PLACE}
      isComplete={origin !== ''}
      isPlace={!isPublic}
    />
  );
}
