/** Host of a URL; undefined if the seed has no http(s) URL. */
export function readHost(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).host;
}
