/** A tool as the page of an endpoint lists it. */
export interface EndpointTool {
  name: string;
  title: string | null;
  description: string | null;
}

/** An endpoint as its page shows it; one that is private shows nothing to strangers. */
export type EndpointPage =
  | { isHidden: true }
  | {
      isHidden: false;
      slug: string;
      title: string;
      description: string | null;
      visibility: 'private' | 'keys' | 'public';
      version: number;
      tools: EndpointTool[];
      /** Tools besides those listed. */
      more: number;
      /** Of who looks: its project. Null for everybody else. */
      project: string | null;
    };
