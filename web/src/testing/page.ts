// The page of a worker's unit tests, made by the first file and shared by the others.
// Files of one worker share their modules (see vite.config.ts), and modules keep what they saw of
// the page (the document, fetch, Request): so they must share the page too.
import { GlobalRegistrator } from '@happy-dom/global-registrator'

if (!GlobalRegistrator.isRegistered) {
  GlobalRegistrator.register({ url: 'http://localhost:3000' })
}
