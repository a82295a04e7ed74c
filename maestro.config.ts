import { defineConfig } from './src/config/config.ts'

export default defineConfig({
  profile: 'strict',
  // Sources are compiled; what is linted are their bundles.
  ignore: ['test/**', 'dist/**', 'skills/**', 'templates/**', 'build/**'],
  plugin: {
    name: 'maestro-pack',
    version: '0.1.0',
    description: 'Skills for teams of agents: swarms, waves and what they need.',
    author: 'The maestro-pack authors',
    license: 'MIT',
  },
})
