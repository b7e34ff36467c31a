/** Sends a signed message to a partner's server. Any answer ends the call; redirects are not followed. */
export interface WebhookSender {
  readonly send: (message: WebhookMessage, signal: AbortSignal) => Promise<WebhookOutcome>;
  /** Returns whether the URL may be used at all. The address behind its name is judged at each connection. */
  readonly isUrlAllowed: (url: string) => boolean;
}

export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type WebhookOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'unanswered'; readonly cause: string };
