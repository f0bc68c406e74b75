// The page for programs: Swagger UI reads our own schema. It explains requests and sends none, so it takes no token: a
// request that needs one has a badge where Swagger UI has the lock that opens its form for tokens.
"use strict";

const requests = document.getElementById("requests");
const badge = (_lock, { React }) => ({ isAuthorized }) =>
  isAuthorized ? null : React.createElement("span", { className: "badge warn" }, "token");
document.documentElement.classList.toggle("dark-mode", matchMedia("(prefers-color-scheme: dark)").matches);
SwaggerUIBundle({
  domNode: requests,
  url: requests.dataset.schema,
  validatorUrl: "none",
  supportedSubmitMethods: [],
  deepLinking: true,
  plugins: [{ wrapComponents: { authorizeOperationBtn: badge, InfoContainer: () => () => null } }],
});
