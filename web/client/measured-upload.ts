/** Sends a request like `fetch` and reports upload progress, which `fetch` can't. */

/** @param onShare receives the uploaded share, from 0 to 1 */
export function measureUpload(onShare: (share: number) => void) {
  return (address: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
        request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onShare(loaded / total);
      });
      request.addEventListener('load', () => {
        resolve(new Response(request.responseText, { status: request.status }));
      });
      request.addEventListener('error', () => reject(new TypeError('Failed to send the request.')));
      request.addEventListener('abort', () => reject(signal?.reason));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as FormData);
    });
}
