import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, eventsOf, type Wire, wireOf } from './wires.ts'

/** A request of a client to its model. */
export interface ModelRequest {
  wire: Wire
  path: string
  /** The JSON body, as it came. */
  body: Record<string, unknown>
}

export type Script = (request: ModelRequest, turn: number) => Answer | Promise<Answer>

export interface ModelServer {
  url: string
  /** Requests to the model, in the order of their arrival. */
  requests: ModelRequest[]
  /** Everything else that was asked for, as `METHOD path`; `CONNECT host:port` is a try to leave this machine. */
  others: string[]
  close(): Promise<void>
}

/**
 * A model on the loopback address that says what a script tells it to, to any of the three services’ clients. It is
 * the proxy of its clients too: nothing that they want from the world outside is let through, and all of it is noted.
 */
export async function startServer(script: Script): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const others: string[] = []

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    const wire = request.method === 'POST' ? wireOf(path) : undefined
    const body = await read(request)
    if (!wire || /^https?:/.test(request.url ?? '')) {
      others.push(`${request.method} ${request.url}`)
      return response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}')
    }
    const turn = requests.push({ wire, path, body: JSON.parse(body) })
    const said = await script(requests[turn - 1]!, turn)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if ('hang' in said) return response.flushHeaders()
    return response.end(eventsOf(wire, said, turn))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(cause => response.writeHead(500).end(JSON.stringify({ error: String(cause) })))
  })
  server.on('connect', (request, socket) => {
    others.push(`CONNECT ${request.url}`)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    others,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** All strings of a request body: what the model gets to read. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}
