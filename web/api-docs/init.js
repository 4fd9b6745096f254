// Starts the API documentation from our own origin. `validatorUrl: null` matters: the default
// would send the document's address to an outside host.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  validatorUrl: null,
})
