import Testing
@Suite struct DashboardTests {}
