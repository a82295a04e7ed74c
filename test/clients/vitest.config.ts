import { defineConfig } from 'vitest/config'

/** `npm run test:clients`: the real clients. They are large and slow to start: one at a time, with patience. */
export default defineConfig({
  test: {
    include: ['test/clients/*.client.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    fileParallelism: false,
  },
})
