/// <reference types="vite/client" />

/** True in development, in tests and in gallery builds; a literal false in production builds. */
declare const __UI_GALLERY__: boolean
