/** What a server says when it refuses a request (`WWW-Authenticate`). Untrusted. */
export interface Refusal {
  readonly resourceMetadataUrl: string | undefined;
  /** Separated by spaces. */
  readonly scope: string | undefined;
}

/** How the requests to a remote server are authorized. */
export interface ServerAuthorization {
  /** Headers besides those of the entry, for the next request. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** The bearer token for the next request, refreshed if it has expired. @throws ServerError */
  readonly token: () => Promise<string | undefined>;
  /** The server refused a request (401). Resolves when it should be sent once more. @throws ServerError `sign_in` */
  readonly refused: (refusal: Refusal) => Promise<void>;
  /** The server wants further permissions (403, `insufficient_scope`). */
  readonly wantsMore: (refusal: Refusal) => void;
}
