/** One part of a multipart body. */
export interface RequestPart {
  name: string;
  value: string;
  /** The value names a file whose contents are sent. */
  isFile: boolean;
  mediaType: string | null;
}

/** A request as somebody wrote it, with placeholders for values that are left open. */
export interface WrittenRequest {
  method: string;
  url: string;
  /** In the order in which they stand; a name may occur twice. */
  headers: { name: string; value: string }[];
  /** `user:password`, or null. */
  user: string | null;
  cookies: string | null;
  /** Text of the body; a part that names a file is left out. */
  body: string | null;
  /** The body is, or begins with, the contents of a file. */
  isFileBody: boolean;
  parts: RequestPart[];
}
