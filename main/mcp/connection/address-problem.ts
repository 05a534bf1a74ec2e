/** Why a person must not be sent to this address: only web pages, and unencrypted ones only on this machine. */
export function addressProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) return 'The address isn’t a URL.';
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    return 'Only https addresses are allowed (http only on this machine).';
  return url.username !== '' || url.password !== '' ? 'The address holds a name or password.' : undefined;
}
