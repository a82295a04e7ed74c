import { defineConfig } from './src/config/config.ts'

export default defineConfig({
  profile: 'strict',
  ignore: ['test/**', 'dist/**'],
})
