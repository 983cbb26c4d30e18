/** Controls a Chromium: https://chromedevtools.github.io/devtools-protocol/ */

type Fields = Record<string, unknown>;

export type Send = (method: string, params?: object, sessionId?: string) => Promise<Fields>;

export interface BrowserProtocol {
  /** @throws with the browser's error message */
  send: Send;
  /** Listens to an event. @returns function that stops listening */
  listen: (event: string, handler: (params: Fields) => void) => () => void;
}

interface Message {
  id?: number;
  result?: Fields;
  error?: { message: string };
  method?: string;
  params?: Fields;
}

/** @throws if the address is unreachable */
export async function connect(address: string): Promise<BrowserProtocol> {
  const socket = new WebSocket(address);
  const pending = new Map<number, (reply: Message) => void>();
  const handlers = new Map<string, Set<(params: Fields) => void>>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    for (const handler of handlers.get(message.method ?? '') ?? []) handler(message.params ?? {});
    pending.get(message.id ?? 0)?.(message);
    pending.delete(message.id ?? 0);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let count = 0;
  const send: Send = async (method, params = {}, sessionId) => {
    count += 1;
    const id = count;
    const reply = new Promise<Message>((resolve) => pending.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result = {}, error } = await reply;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const listen: BrowserProtocol['listen'] = (event, handler) => {
    const listening = handlers.get(event) ?? new Set();
    handlers.set(event, listening.add(handler));
    return () => listening.delete(handler);
  };
  return { send, listen };
}
