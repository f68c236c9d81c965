/// All routes, in the order in which they are matched.
enum RouteTable {
  static let routes: [Route] =
    RootEndpoints.routes + SessionEndpoints.routes + PrincipalEndpoints.routes
    + OIDCEndpoints.routes + TestProviderEndpoints.routes + BulkEndpoints.routes
    + LocalEndpoints.routes + ChangesEndpoints.routes + DesignEndpoints.routes
    + MaintenanceEndpoints.routes + ServerEndpoints.routes + DocumentEndpoints.routes
    + AttachmentEndpoints.routes
}
